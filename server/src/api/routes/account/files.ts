// Uploads of pictures, and opening them for their owner or recipient.

import { type HandlersOf, refuse, refuseField, type UserContext } from '../../call/index.ts';
import type { Files } from '../../../account/files/index.ts';
import type { RouteParts } from '../parts.ts';

type Names = 'common.upload.OSS' | 'cgform-api.upload.file' | 'file';

/** The handlers of files. */
export function fileCalls({ people: { files }, otcChat }: RouteParts): HandlersOf<Names> {
  type Purpose = Parameters<Files['put']>[1];
  const upload = ({ purpose }: { readonly purpose: Purpose }, { session, file }: UserContext) => {
    if (file === undefined) throw refuseField('file', 'required');
    return files.put(session.userId, purpose, file);
  };
  return {
    'common.upload.OSS': upload,
    'cgform-api.upload.file': upload,
    // Another user's file gets the same answer as a missing one.
    async file({ id }, { session }) {
      const seen = (await files.ofOwner(session.userId, id)) !== undefined || (await otcChat.shows(session, id));
      const opened = seen ? await files.open(id) : undefined;
      if (opened === undefined) throw refuse('request.notFound');
      return opened;
    },
  };
}
