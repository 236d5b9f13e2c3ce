// Devices and the log of sign-ins.
import { createFileRoute } from '@tanstack/react-router';
import { DevicePage } from '../../../features/account-centre/index.ts';

export const Route = createFileRoute('/account/center/device-management')({ component: DevicePage });
