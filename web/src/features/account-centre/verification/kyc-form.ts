// Both stages of verification, pure: required fields, faults, input; after a refusal only the refused fields.
import { DOCUMENT_TYPE, KYC_FIELDS, KYC_STATE, type InputOf, type KycStage } from '@vitrine/contract';
import { noPhoto, reducePhoto, type Photo, type PhotoEvent } from '../../../media/index.ts';
import { documentFault } from '../payments/card-form.ts';
import { faultsOf, textFault, type Fault, type Faults } from '../faults.ts';
import type { FormRules } from '../use-form.ts';

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

/** The rules of stage 1 for the required fields. */
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

/** The input to send: the required fields only. */
export function personInput(form: PersonForm, fields: readonly PersonField[]): InputOf<'member.verified'> {
  const all = {
    name: form.name.trim(),
    country: form.country,
    documentType: form.documentType,
    documentNo: form.documentNo.trim(),
  };
  return { stage: 1, ...Object.fromEntries(fields.map((field) => [field, all[field]])) };
}

/** The required fields of stage 1: all at first, after a refusal only the refused ones. */
export function askedFields(stage: KycStage | undefined): readonly PersonField[] {
  return asked(stage, KYC_FIELDS[1]);
}

export type Photos = Readonly<Record<PhotoField, Photo>>;

export const noPhotos: Photos = { front: noPhoto, back: noPhoto, handheld: noPhoto };

export type PhotoAction = PhotoEvent & { readonly field: PhotoField };

/** Updates the photo of the named field. */
export function reducePhotos(photos: Photos, { field, ...event }: PhotoAction): Photos {
  return { ...photos, [field]: reducePhoto(photos[field], event) };
}

/** The required photos: all at first, after a refusal only the refused ones. */
export function askedPhotos(stage: KycStage | undefined): readonly PhotoField[] {
  return asked(stage, KYC_FIELDS[2]);
}

/** A passport has one page: its back is optional. */
export function mayLeaveOut(field: PhotoField, documentType: string | undefined): boolean {
  return field === 'back' && documentType === String(DOCUMENT_TYPE.passport);
}

function asked<Field extends string>(stage: KycStage | undefined, all: readonly Field[]): readonly Field[] {
  if (stage?.state !== KYC_STATE.failed) return all;
  const refused = all.filter((field) => stage.refused.some((one) => one.field === field));
  return refused.length === 0 ? all : refused;
}

/** The required photos that are still missing. */
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

/** The state of one of the two stages. */
export function stageOf(stages: readonly KycStage[] | undefined, stage: 1 | 2): KycStage | undefined {
  return stages?.find((one) => one.stage === stage);
}
