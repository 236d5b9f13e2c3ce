// The query keys of the older account screens (§2). Read before the page is fetched, so it must not pull the page in.

export const userKeys = ['all', 'certified', 'advanced', 'loginPwd', 'tardPwd', 'termsService'] as const;
export type UserKey = (typeof userKeys)[number];
