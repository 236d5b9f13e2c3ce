// The pictures of a submission, one at a time. Each view is logged.
import { useState } from 'react';
import { useLingui } from '@lingui/react/macro';
import type { DeskKycCase } from '@vitrine/contract';
import { Tabs, tabId } from '@vitrine/ui';
import { useCommands } from '../../keys/index.ts';
import { LoggedPicture, useForgetting } from '../../picture/index.ts';
import { fieldText } from '../../words/index.ts';
import style from './verification.module.css';

const panel = 'pictures';

export function Pictures({ kyc }: { readonly kyc: Pick<DeskKycCase, 'id' | 'documents'> }) {
  const { t } = useLingui();
  const [field, setField] = useState(kyc.documents[0]?.field ?? '');
  const at = kyc.documents.find((one) => one.field === field);
  useForgetting('desk.kyc.document', kyc.id);
  useCommands({
    picture: (key) => {
      const wanted = kyc.documents[Number.parseInt(key, 10) - 1];
      if (wanted) setField(wanted.field);
    },
  });
  return (
    <div className={style['pictures']}>
      <Tabs
        label={t`Pictures`}
        panel={panel}
        value={field}
        onChange={setField}
        choices={kyc.documents.map((one) => ({ key: one.field, label: fieldText(one.field) }))}
      />
      <div id={panel} role="tabpanel" aria-labelledby={tabId(panel, field)}>
        {at === undefined ? null : (
          <LoggedPicture
            key={at.fileId}
            call={{ name: 'desk.kyc.document', input: { id: kyc.id, fileId: at.fileId } }}
            of={at.field}
            name={fieldText(at.field)}
          />
        )}
      </div>
    </div>
  );
}
