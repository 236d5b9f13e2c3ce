// Pictures and copying: QR codes, photo uploads, the copy button.
export { CopyButton } from './copy-button.tsx';
export {
  noPhoto,
  PHOTO_TYPES,
  photoFault,
  sendingFault,
  reducePhoto,
  type Photo,
  type PhotoEvent,
  type PhotoFault,
} from './photo.ts';
export { PhotoInput, usePhotoSending, usePhotoWords, Waiting, type PhotoInputProps } from './photo-input.tsx';
export { QrCode, qrPath } from './qr.tsx';
