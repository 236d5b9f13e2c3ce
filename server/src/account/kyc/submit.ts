// Submission of a stage by a customer: validated, sealed, one at a time.

import { DOCUMENT_TYPE, KYC_STATE } from '@vitrine/contract';
import { type Kysely, sql } from 'kysely';
import { type Files, fileIdOf } from '../files/index.ts';
import { IdentityRefusal } from '../identity/index.ts';
import { type CaseRow, type Content, latestCase, type Seals, stateOf } from './cases.ts';
import { isPlausibleName, isPlausibleNumber } from './document.ts';
import { stageOneFor, transitions } from './machine.ts';
import type { KycParts, KycSubmission } from './parts.ts';
import type { KycTables } from './tables.ts';

const PHOTOS = ['front', 'back', 'handheld'] as const;
type Photo = (typeof PHOTOS)[number];
type Wrong = Record<string, string>;
/** Data of a new row besides its owner. */
type NewCase = Pick<CaseRow, 'country' | 'document_type' | 'document_hash'> & {
  readonly content?: Content;
  readonly photos?: Readonly<Partial<Record<Photo, string>>>;
};

function fail(fields: Wrong): IdentityRefusal {
  return new IdentityRefusal('request.invalid', 'a field of the verification is not as expected', {}, fields);
}

/**
 * Accepts a submission.
 * @throws {IdentityRefusal} 400 with the fields, 1104 for stage 2 before stage 1, 1105 under review, 1106 passed.
 */
export function createSubmit({ db, files, standing, now }: KycParts, seals: Seals) {
  return async function submit(userId: string, sent: KycSubmission): Promise<void> {
    const before = await latestCase(db, userId, sent.stage);
    refuseUnless(before);
    const made = sent.stage === 1 ? stageOne(sent, before, seals) : await stageTwo(userId, sent, before);
    await db.transaction().execute(async (within) => {
      if ((await insert(within, userId, sent.stage, made)) === undefined) {
        // Another submission was first: its state decides.
        refuseUnless(await latestCase(within, userId, sent.stage));
        throw new IdentityRefusal('kyc.pending', 'another submission was first');
      }
      for (const [field, id] of Object.entries(made.photos ?? {}))
        if (!(await files.attach(id, within))) throw fail({ [field]: 'range' });
    });
    standing.verificationChanged(userId);
  };

  async function insert(
    within: Kysely<KycTables>,
    userId: string,
    stage: 1 | 2,
    { content, photos = {}, ...rest }: NewCase,
  ): Promise<string | undefined> {
    const next = await sql<{ id: string }>`select nextval('kyc_cases_id_seq') as id`.execute(within);
    const id = String(next.rows[0]?.id);
    const row = await within
      .insertInto('kyc_cases')
      .values({
        id,
        user_id: userId,
        stage,
        state: KYC_STATE.underReview,
        ...rest,
        content: content === undefined ? null : seals.sealContent(id, content),
        front: photos.front ?? null,
        back: photos.back ?? null,
        handheld: photos.handheld ?? null,
        refused: null,
        sent_at: String(now()),
        decided_at: null,
      })
      .onConflict((conflict) => conflict.columns(['user_id', 'stage']).where('state', 'in', [1, 2]).doNothing())
      .returning('id')
      .executeTakeFirst();
    return row?.id;
  }

  async function stageTwo(userId: string, sent: KycSubmission, before: CaseRow | undefined): Promise<NewCase> {
    const one = await latestCase(db, userId, 1);
    if (one === undefined || !stageOneFor.submit.includes(stateOf(one)))
      throw new IdentityRefusal('kyc.required', 'stage 1 comes first', { stage: 1 });
    const again = keeper(before, seals);
    const links: Partial<Record<Photo, string>> = {};
    for (const field of PHOTOS) {
      const id = sent[field] === undefined ? again(field, before?.[field] ?? undefined) : fileIdOf(sent[field]);
      if (id !== undefined) links[field] = id;
    }
    const photos = await ownPhotos(files, userId, links, one.document_type === DOCUMENT_TYPE.passport);
    return { country: one.country, document_type: one.document_type, document_hash: one.document_hash, photos };
  }
}

function refuseUnless(latest: CaseRow | undefined): void {
  const step = transitions[stateOf(latest)].submit;
  if ('code' in step) throw new IdentityRefusal(step.code, 'nothing can be sent in this state');
}

/**
 * Earlier values are reused for fields left out after a refusal, so that only refused fields must be corrected; those
 * must be sent.
 */
function keeper(before: CaseRow | undefined, seals: Seals) {
  const refused = new Set(before === undefined ? [] : seals.refused(before).map((one) => one.field));
  return <T>(field: string, value: T | undefined): T | undefined => (refused.has(field) ? undefined : value);
}

function stageOne(sent: KycSubmission, before: CaseRow | undefined, seals: Seals): NewCase {
  const again = keeper(before, seals);
  const content = before === undefined ? undefined : seals.content(before);
  const name = (sent.name ?? again('name', content?.name))?.normalize('NFC');
  const country = sent.country ?? again('country', before?.country);
  const type = sent.documentType ?? again('documentType', before?.document_type);
  const number = sent.documentNo ?? again('documentNo', content?.documentNo);
  if (name === undefined || country === undefined || type === undefined || number === undefined) {
    const wrong: Wrong = {};
    for (const [field, value] of Object.entries({ name, country, documentType: type, documentNo: number }))
      if (value === undefined) wrong[field] = 'required';
    throw fail(wrong);
  }
  if (!isPlausibleName(name)) throw fail({ name: 'format' });
  if (!isPlausibleNumber(type, number)) throw fail({ documentNo: 'format' });
  return {
    country,
    document_type: type,
    document_hash: seals.hash(country, type, number),
    content: { name, documentNo: number },
  };
}

/**
 * Three different pictures of the user, uploaded for this purpose. A passport has one page, so its back may be left
 * out.
 * @throws {IdentityRefusal} 400: required; or range for one that is missing, another's, for another purpose, or used
 *   twice.
 */
async function ownPhotos(
  files: Files,
  userId: string,
  links: Readonly<Partial<Record<Photo, string>>>,
  passport: boolean,
): Promise<Partial<Record<Photo, string>>> {
  const wrong: Wrong = {};
  const seen = new Set<string>();
  for (const field of PHOTOS) {
    const id = links[field];
    if (id === undefined) {
      if (!(passport && field === 'back')) wrong[field] = 'required';
      continue;
    }
    const file = await files.ofOwner(userId, id);
    if (file?.purpose !== 'kyc' || seen.has(file.digest)) wrong[field] = 'range';
    else seen.add(file.digest);
  }
  if (Object.keys(wrong).length > 0) throw fail(wrong);
  return links;
}
