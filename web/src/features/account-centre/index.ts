// The account centre: who one is, what protects the account, devices, verification, bank card, API keys.
export { EmailPage, PhonePage } from './bind-page.tsx';
export { CardPage } from './card-page.tsx';
export { ClaimsPage } from './claims.tsx';
export { DevicePage } from './devices.tsx';
export { CentreFrame } from './frame.tsx';
export { FundPasswordPage, FundSettingPage } from './fund-page.tsx';
export { GooglePage } from './google-page.tsx';
export { InfoPage } from './info.tsx';
export { KeyPage } from './key-page.tsx';
export { KycCentrePage, KycPage } from './kyc-page.tsx';
export { PaymentPage } from './payment-page.tsx';
export { PasskeyPage } from './passkey-page.tsx';
export { LinkedPage } from './linked-page.tsx';
export { LoginPasswordPage, PasswordSettingPage } from './password-page.tsx';
export { SecurityOverview, SecurityPage } from './security.tsx';
export { WordPage } from './word-page.tsx';
