// Offers passkeys in the browser's autofill (conditional mediation), where supported.
import { ApiFault, NoAnswer } from '../../api/index.ts';
import { PasskeyDeclined, askPasskey, cancelPasskey, offersAutofill } from '../../two-factor/index.ts';

/**
 * Offers passkeys in the account field until the returned function is called.
 * @param onAnswer receives the browser's answer when a passkey was chosen
 * @param onFault receives later errors; failing to offer passkeys is not reported
 */
export function autofillPasskey(
  onAnswer: (response: Record<string, unknown>) => void,
  onFault: (error: Error) => void,
): () => void {
  let over = false;
  const offer = async (): Promise<void> => {
    if (!(await offersAutofill()) || over) return;
    try {
      const response = await askPasskey({ use: 'login', autofill: true });
      if (!over) onAnswer(response);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      // Without autofill, the button and the password still work.
      const unavailable = error instanceof PasskeyDeclined || error instanceof ApiFault || error instanceof NoAnswer;
      if (!unavailable && !over) onFault(error);
    }
  };
  void offer();
  return () => {
    over = true;
    void cancelPasskey();
  };
}
