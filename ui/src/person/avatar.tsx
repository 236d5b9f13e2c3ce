// The round picture of a person: their own, or the standard one drawn from their id.
import { standardPicture } from './standard-picture.ts';

export interface AvatarProps {
  readonly id: string;
  /** Address of their own picture; null: they have none. */
  readonly picture: string | null;
}

/** Fills the box it stands in, which gives size and colours. Decoration: the name beside it says who it is. */
export function Avatar({ id, picture }: AvatarProps) {
  return picture === null ? (
    <svg viewBox="0 0 32 32" width="100%" height="100%" aria-hidden="true" data-avatar={id}>
      <path d={standardPicture(id)} fill="currentColor" />
    </svg>
  ) : (
    <img src={picture} alt="" />
  );
}
