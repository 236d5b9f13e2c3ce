// Any path without a page.
import { createFileRoute } from '@tanstack/react-router';
import { NotFound } from '../../page/index.ts';

export const Route = createFileRoute('/_desk/$')({ component: NotFound });
