// The round picture of a user: their own, or the standard one generated from their id.
import { standardPicture } from './standard-picture.ts';

export interface AvatarProps {
  readonly id: string;
  /** Address of the user's own picture; null: they have none. */
  readonly picture: string | null;
}

/** Fills its container, which sets size and colours. Decorative: the name beside it identifies the user. */
export function Avatar({ id, picture }: AvatarProps) {
  return picture === null ? (
    <svg viewBox="0 0 32 32" width="100%" height="100%" aria-hidden="true" data-avatar={id}>
      <path d={standardPicture(id)} fill="currentColor" />
    </svg>
  ) : (
    <img src={picture} alt="" />
  );
}
