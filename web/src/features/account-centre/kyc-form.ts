// Both stages of verification, pure: what is asked for, what is wrong, what is sent; after a refusal only what was refused.
import { DOCUMENT_TYPE, KYC_FIELDS, KYC_STATE, MAX_UPLOAD, type InputOf, type KycStage } from '@vitrine/contract';
import { documentFault } from './card-form.ts';
import { faultsOf, textFault, type Fault, type Faults } from './faults.ts';
import type { FormRules } from './use-form.ts';

export type PersonField = (typeof KYC_FIELDS)[1][number];
export type PhotoField = (typeof KYC_FIELDS)[2][number];
export type DocumentType = (typeof DOCUMENT_TYPE)[keyof typeof DOCUMENT_TYPE];

export interface PersonForm {
  readonly name: string;
  /** ISO 3166-1 alpha-2; empty: not chosen. */
  readonly country: string;
  readonly documentType: DocumentType;
  readonly documentNo: string;
}

export const firstPerson: PersonForm = {
  name: '',
  country: '',
  documentType: DOCUMENT_TYPE.passport,
  documentNo: '',
};

function personFaults(form: PersonForm): { readonly [Key in PersonField]: Fault | undefined } {
  return {
    name: textFault(form.name, 100),
    country: form.country === '' ? 'required' : undefined,
    documentType: undefined,
    documentNo: documentFault(form.documentNo),
  };
}

/** The rules of stage 1 for the fields that are asked for. */
export function personRules(fields: readonly PersonField[]): FormRules<PersonForm, PersonField> {
  return {
    reduce: (form, change) => ({ ...form, ...change }),
    validate: (form): Faults<PersonField> => {
      const faults = personFaults(form);
      return faultsOf<PersonField>(Object.fromEntries(fields.map((field) => [field, faults[field]])));
    },
    wire: { name: 'name', country: 'country', documentType: 'documentType', documentNo: 'documentNo' },
  };
}

/** What is sent: only what was asked for. */
export function personInput(form: PersonForm, fields: readonly PersonField[]): InputOf<'member.verified'> {
  const all = {
    name: form.name.trim(),
    country: form.country,
    documentType: form.documentType,
    documentNo: form.documentNo.trim(),
  };
  return { stage: 1, ...Object.fromEntries(fields.map((field) => [field, all[field]])) };
}

/** Which fields of stage 1 are asked for: all at first, after a refusal only those refused. */
export function askedFields(stage: KycStage | undefined): readonly PersonField[] {
  return asked(stage, KYC_FIELDS[1]);
}

/** A photo on its way: chosen, sent, there, or refused before it was sent. */
export interface Photo {
  /** Address of the picture for its preview; undefined while there is none. */
  readonly preview: string | undefined;
  /** Link the exchange gave it. */
  readonly link: string | undefined;
  /** Part that was sent, 0 to 1; undefined: nothing is being sent. */
  readonly sent: number | undefined;
  readonly fault: Error | PhotoFault | undefined;
}

export type PhotoFault = 'type' | 'size';
export type Photos = Readonly<Record<PhotoField, Photo>>;

export const noPhoto: Photo = { preview: undefined, link: undefined, sent: undefined, fault: undefined };
export const noPhotos: Photos = { front: noPhoto, back: noPhoto, handheld: noPhoto };

/** What the exchange takes. */
export const PHOTO_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

/** Looked at before it is sent; the exchange looks again. */
export function photoFault(file: { readonly type: string; readonly size: number }): PhotoFault | undefined {
  if (!PHOTO_TYPES.includes(file.type)) return 'type';
  return file.size > MAX_UPLOAD || file.size === 0 ? 'size' : undefined;
}

export type PhotoAction =
  | { readonly do: 'choose'; readonly field: PhotoField; readonly preview: string }
  | { readonly do: 'send'; readonly field: PhotoField; readonly part: number }
  | { readonly do: 'sent'; readonly field: PhotoField; readonly link: string }
  | { readonly do: 'fail'; readonly field: PhotoField; readonly fault: Error | PhotoFault };

/** A photo that cannot be taken leaves the one before where it is: nothing is lost. */
export function reducePhotos(photos: Photos, action: PhotoAction): Photos {
  const now = photos[action.field];
  const put = (photo: Photo): Photos => ({ ...photos, [action.field]: photo });
  switch (action.do) {
    case 'choose':
      return put({ preview: action.preview, link: undefined, sent: 0, fault: undefined });
    case 'send':
      return put({ ...now, sent: action.part });
    case 'sent':
      return put({ ...now, link: action.link, sent: undefined });
    case 'fail':
      return put({ ...now, sent: undefined, fault: action.fault });
  }
}

/** Which photos are asked for: all at first, after a refusal only those refused. */
export function askedPhotos(stage: KycStage | undefined): readonly PhotoField[] {
  return asked(stage, KYC_FIELDS[2]);
}

/** A passport has one page: its back may be left out. */
export function mayLeaveOut(field: PhotoField, documentType: string | undefined): boolean {
  return field === 'back' && documentType === String(DOCUMENT_TYPE.passport);
}

function asked<Field extends string>(stage: KycStage | undefined, all: readonly Field[]): readonly Field[] {
  if (stage?.state !== KYC_STATE.failed) return all;
  const refused = all.filter((field) => stage.refused.some((one) => one.field === field));
  return refused.length === 0 ? all : refused;
}

/** The photos still missing of those asked for. */
export function missingPhotos(
  photos: Photos,
  fields: readonly PhotoField[],
  documentType?: string,
): readonly PhotoField[] {
  return fields.filter(
    (field) =>
      photos[field].link === undefined && (photos[field].sent !== undefined || !mayLeaveOut(field, documentType)),
  );
}

export function photosInput(photos: Photos, fields: readonly PhotoField[]): InputOf<'member.verified'> {
  const links = fields.flatMap((field) => {
    const { link } = photos[field];
    return link === undefined ? [] : [[field, link] as const];
  });
  return { stage: 2, ...Object.fromEntries(links) };
}

/** One of the two stages out of the answer. */
export function stageOf(stages: readonly KycStage[] | undefined, stage: 1 | 2): KycStage | undefined {
  return stages?.find((one) => one.stage === stage);
}
