// Public interface of devices: the devices that sign in, and the sign-in log.

export { type Arrival, createDevices, type Devices, DEVICES_MOST } from './devices.ts';
export { type Attempt, createLoginLog, LOG_MOST, type LoginLog, type LoginResult } from './login-log.ts';
export { deviceName } from './name.ts';
export { networkOf, placeOfAddress, sourceOf } from './network.ts';
