// Pictures of users.
export { Avatar } from './avatar.tsx';
export { standardPicture } from './standard-picture.ts';
