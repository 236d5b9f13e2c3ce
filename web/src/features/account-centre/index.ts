// The account pages: profile, security, devices, verification, bank card, API keys.
export { EmailPage, PhonePage } from './security/bind-page.tsx';
export { CardPage } from './payments/card-page.tsx';
export { ClaimsPage } from './verification/claims.tsx';
export { DevicePage } from './security/devices.tsx';
export { CentreFrame } from './frame.tsx';
export { FundPasswordPage, FundSettingPage } from './security/fund-page.tsx';
export { GooglePage } from './security/google-page.tsx';
export { InfoPage } from './info.tsx';
export { KeyPage } from './keys/key-page.tsx';
export { KycCentrePage, KycPage } from './verification/kyc-page.tsx';
export { PaymentPage } from './payments/payment-page.tsx';
export { PasskeyPage } from './security/passkey-page.tsx';
export { LinkedPage } from './verification/linked-page.tsx';
export { LoginPasswordPage, PasswordSettingPage } from './security/password-page.tsx';
export { SecurityOverview, SecurityPage } from './security/security.tsx';
export { WordPage } from './security/word-page.tsx';
