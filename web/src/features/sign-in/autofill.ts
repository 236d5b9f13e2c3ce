// Passkeys among what the browser fills in (conditional mediation), where it has that.
import { ApiFault, NoAnswer } from '../../api/index.ts';
import { PasskeyDeclined, askPasskey, cancelPasskey, offersAutofill } from '../../two-factor/index.ts';

/**
 * Offers passkeys in the account's field until the returned function is called.
 * @param onAnswer gets the browser's answer when a passkey was chosen
 * @param onFault gets what went wrong after that; that nothing could be offered is nobody's business
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
      // Without it the button and the password stand as ever.
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
