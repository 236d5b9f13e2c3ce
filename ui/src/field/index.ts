// Fields for text, numbers, codes and choices.
export { ComboField, findOptions, type ComboFieldProps, type ComboOption } from './combo-field.tsx';
export { Field, type FieldFrame, type FieldVariant } from './field.tsx';
export { NumberField, PercentSlider, type NumberFieldProps, type PercentSliderProps } from './number-field.tsx';
export { TextAreaField, type TextAreaFieldProps } from './text-area.tsx';
export { PIN_DIGITS, PinField, type PinFieldProps } from './pin-field.tsx';
export {
  CheckField,
  PasswordField,
  SearchField,
  SelectField,
  TextField,
  type CheckFieldProps,
  type SelectFieldProps,
  type SelectOption,
  type TextFieldProps,
} from './text-field.tsx';
