// Face of devices: what signs in, and the log of sign-ins.

export { type Arrival, createDevices, type Devices, DEVICES_MOST } from './devices.ts';
export { type Attempt, createLoginLog, LOG_MOST, type LoginLog, type LoginResult } from './login-log.ts';
export { deviceName } from './name.ts';
export { networkOf, placeOfAddress, sourceOf } from './network.ts';
