// The query keys of the older account screens (§2). Parsed before the page loads, so this must not import the page.

export const userKeys = ['all', 'certified', 'advanced', 'loginPwd', 'tardPwd', 'termsService'] as const;
export type UserKey = (typeof userKeys)[number];
