// Stage 1: name, country, document. After a refusal it asks again for the refused fields, each with its reason.
import { Trans, useLingui } from '@lingui/react/macro';
import { DOCUMENT_TYPE, KYC_FIELDS, KYC_STATE, type KycStage } from '@vitrine/contract';
import { Note, SelectField, TextField, toast } from '@vitrine/ui';
import { useSend } from '../../../api/index.ts';
import { CountryField, useCountries } from '../../../page/index.ts';
import { useChanged } from '../data.ts';
import { askedFields, firstPerson, personInput, personRules, type DocumentType, type PersonField } from './kyc-form.ts';
import { useRefusedWords } from './kyc-words.tsx';
import { FormBox } from '../parts.tsx';
import { useForm } from '../use-form.ts';
import style from '../account-centre.module.css';

/** Names of the document types; unknown ones of a newer server show as a dash. */
export function useDocumentType(): (type: string) => string {
  const { t } = useLingui();
  return (type) => {
    switch (type) {
      case String(DOCUMENT_TYPE.identityCard):
        return t`Identity card`;
      case String(DOCUMENT_TYPE.passport):
        return t({ message: 'Passport', comment: 'Kind of identity document' });
      case String(DOCUMENT_TYPE.driversLicence):
        return t`Driver's licence`;
      default:
        return '–';
    }
  };
}

function usePersonLabel(): (field: PersonField) => string {
  const { t } = useLingui();
  return (field) => {
    switch (field) {
      case 'name':
        return t({ message: 'Name', context: 'person', comment: 'Of a person, as on the document' });
      case 'country':
        return t({ message: 'Country', comment: 'Field' });
      case 'documentType':
        return t({ message: 'Document', comment: 'Identity document' });
      case 'documentNo':
        return t`Document number`;
    }
  };
}

export function KycPerson({ found }: { readonly found: KycStage | undefined }) {
  const { t } = useLingui();
  const changed = useChanged();
  const label = usePersonLabel();
  const typeName = useDocumentType();
  const refusedWords = useRefusedWords(found);
  const fields = askedFields(found);
  const sendOnce = useSend();
  const state = useForm(personRules(fields), firstPerson, async (form) => {
    await sendOnce('member.verified', personInput(form, fields));
    toast({ id: 'kyc', kind: 'done', title: t`Sent. You are notified as soon as it is decided.` });
    await changed('member.getMemberOtherData');
  });
  const { form, change, leave } = state;
  const failed = found?.state === KYC_STATE.failed;
  // Shows the reason of the refusal until the field changes.
  const error = (field: PersonField, untouched: boolean) =>
    state.error(field) ?? (untouched ? refusedWords(field) : undefined);
  const kept = KYC_FIELDS[1].filter((field) => !fields.includes(field));
  return (
    <div className={style['form']}>
      {failed ? (
        <Note tone="warn">
          <Trans>Not passed. Correct the marked fields and resubmit; the rest stays as it is.</Trans>
        </Note>
      ) : null}
      {kept.length > 0 && found ? <PersonFacts found={found} fields={kept} /> : null}
      <FormBox
        state={state}
        button={
          failed ? (
            <Trans>Send again</Trans>
          ) : (
            <Trans comment="Button: send stage 1 of verification">Send for review</Trans>
          )
        }
        why={<Trans>Only the staff who review it can see it.</Trans>}
      >
        <div className={style['pair']}>
          {fields.includes('name') ? (
            <TextField
              label={label('name')}
              hint={<Trans>In full, as on the document</Trans>}
              value={form.name}
              onChange={(name) => change({ name })}
              onBlur={() => leave('name')}
              name="name"
              autoComplete="name"
              error={error('name', form.name === '')}
            />
          ) : null}
          {fields.includes('country') ? (
            <CountryField
              label={<Trans>Country that issued the document</Trans>}
              value={form.country}
              onChange={({ code }) => change({ country: code })}
              error={error('country', form.country === '')}
            />
          ) : null}
          {fields.includes('documentType') ? (
            <SelectField
              label={label('documentType')}
              name="documentType"
              value={String(form.documentType)}
              options={Object.values(DOCUMENT_TYPE).map((type) => ({
                key: String(type),
                label: typeName(String(type)),
              }))}
              onChange={(type) => change({ documentType: Number.parseInt(type, 10) as DocumentType })}
              error={error('documentType', form.documentType === firstPerson.documentType)}
            />
          ) : null}
          {fields.includes('documentNo') ? (
            <TextField
              label={label('documentNo')}
              value={form.documentNo}
              onChange={(documentNo) => change({ documentNo })}
              onBlur={() => leave('documentNo')}
              name="documentNo"
              autoComplete="off"
              error={error('documentNo', form.documentNo === '')}
            />
          ) : null}
        </div>
      </FormBox>
    </div>
  );
}

/** The sent values, masked. */
export function PersonFacts({
  found,
  fields = KYC_FIELDS[1],
}: {
  readonly found: KycStage;
  readonly fields?: readonly PersonField[];
}) {
  const label = usePersonLabel();
  const typeName = useDocumentType();
  const countries = useCountries();
  const valueOf = (field: PersonField): string => {
    const value = found.fields[field];
    if (value === undefined || value === '') return '–';
    if (field === 'documentType') return typeName(value);
    if (field === 'country') return countries?.find((country) => country.code === value)?.name ?? value;
    return value;
  };
  return (
    <dl className={style['facts']}>
      {fields.flatMap((field) => [
        <dt key={`${field}-name`}>{label(field)}</dt>,
        <dd key={field}>{valueOf(field)}</dd>,
      ])}
    </dl>
  );
}
