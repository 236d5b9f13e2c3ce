// Users for the desk's journeys: they register and send verifications by the calls of the pages, each in a separate
// session.

import type { APIRequestContext } from '@playwright/test';
import { hashPassword } from '@vitrine/contract';
import type { ChosenFile } from './pictures.ts';

export interface Customer {
  readonly id: string;
  readonly name: string;
  /** A call of this user; its code must be 200 unless another is given. */
  call(path: string, data?: object): Promise<{ readonly code: number; readonly data: unknown }>;
  /** Signs in again after sessions were ended. */
  logIn(): Promise<void>;
  /** Uploads a picture, by default of a document; returns its link. */
  upload(file: ChosenFile, purpose?: 'kyc' | 'recharge'): Promise<string>;
}

export const customerPassword = 'Glass-and-ink7';

/** Registers a user by user name. `request` must be a separate context: it keeps the cookies. */
export async function newCustomer(request: APIRequestContext, url: string, name: string): Promise<Customer> {
  const hash = hashPassword(customerPassword);
  const settings = await request.post(`${url}/api/common/getAllSetting`, { data: {}, headers: { origin: url } });
  const { data: all } = (await settings.json()) as { data: { platformConfig: { termsVersion: string } } };
  const registered = await request.post(`${url}/api/user/register`, {
    data: { type: 1, account: name, password: hash, confirmPassword: hash, terms: all.platformConfig.termsVersion },
    headers: { origin: url },
  });
  const body = (await registered.json()) as { code: number; msg: string; data: { id: string; satoken: string } };
  const headers = { origin: url, satoken: body.data.satoken };
  const entered = (answer: typeof body, what: string): void => {
    if (answer.code !== 200) throw new Error(`${what}: expected 200, got ${answer.code} ${answer.msg}`);
    headers.satoken = answer.data.satoken;
  };
  entered(body, 'register');
  return {
    id: body.data.id,
    name,
    async call(path, data = {}) {
      const answer = await request.post(`${url}${path}`, { data, headers });
      return (await answer.json()) as { code: number; data: unknown };
    },
    async logIn() {
      const answer = await request.post(`${url}/api/user/login`, {
        data: { type: 1, account: name, password: hash },
        headers: { origin: url },
      });
      entered((await answer.json()) as typeof body, 'login');
    },
    async upload(file, purpose = 'kyc') {
      const answer = await request.post(`${url}/api/common/upload/OSS`, {
        multipart: { purpose, file: { name: file.name, mimeType: file.mimeType, buffer: file.buffer } },
        headers,
      });
      const made = (await answer.json()) as { code: number; data: { link: string } };
      if (made.code !== 200) throw new Error(`upload: expected 200, got ${made.code}`);
      return made.data.link;
    },
  };
}

/** Sends the first stage: name, country, document. */
export async function sendStageOne(customer: Customer, documentNo: string): Promise<void> {
  const answer = await customer.call('/api/v1/coin/member/verified', {
    stage: 1,
    name: 'Marion Albers',
    country: 'DE',
    documentType: 2,
    documentNo,
  });
  if (answer.code !== 200) throw new Error(`stage 1: expected 200, got ${answer.code}`);
}

/** Sends the second stage: three pictures. */
export async function sendStageTwo(
  customer: Customer,
  photos: Record<'front' | 'back' | 'handheld', ChosenFile>,
): Promise<void> {
  const [front, back, handheld] = await Promise.all(
    [photos.front, photos.back, photos.handheld].map((photo) => customer.upload(photo)),
  );
  const answer = await customer.call('/api/v1/coin/member/verified', { stage: 2, front, back, handheld });
  if (answer.code !== 200) throw new Error(`stage 2: expected 200, got ${answer.code}`);
}

/** What a user sees of one stage. */
export async function stageOf(
  customer: Customer,
  stage: 1 | 2,
): Promise<{ readonly state: number; readonly refused: readonly object[] }> {
  const { data } = await customer.call('/api/v1/coin/member/getMemberOtherData/yhrzxx');
  const { stages } = data as { stages: { stage: number; state: number; refused: object[] }[] };
  const found = stages.find((one) => one.stage === stage);
  if (!found) throw new Error(`expected stage ${stage} among the customer's, found none`);
  return found;
}
