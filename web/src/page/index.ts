// Shared parts of pages: title, error page, and fields used by several forms.
export { CountryField, guessCountry, useCountries, type Country, type CountryFieldProps } from './country-field.tsx';
export { DayFields, type DayFieldsProps } from './day-fields.tsx';
export { ErrorPage } from './error-page.tsx';
export { NARROW_QUERY, useMedia } from './media.ts';
export { PaneBoundary } from './pane-boundary.tsx';
export { faultText, Refusal } from './refused.tsx';
export { houseName, useTitle } from './title.ts';
