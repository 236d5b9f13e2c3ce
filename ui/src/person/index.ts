// How a person is shown.
export { Avatar } from './avatar.tsx';
export { standardPicture } from './standard-picture.ts';
