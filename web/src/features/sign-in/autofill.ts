// Offers passkeys in the browser's autofill (conditional mediation), where supported.
import { askPasskey, cancelPasskey, offersAutofill } from '../../two-factor/index.ts';

/**
 * Offers passkeys in the account field until the returned function is called.
 * @param onAnswer receives the browser's answer when a passkey was chosen
 */
export function autofillPasskey(onAnswer: (response: Record<string, unknown>) => void): () => void {
  let over = false;
  const offer = async (): Promise<void> => {
    try {
      if (!(await offersAutofill()) || over) return;
      const response = await askPasskey({ use: 'login', autofill: true });
      if (!over) onAnswer(response);
    } catch (error) {
      // The user asked for nothing yet, so whatever prevents the offer is not shown: a browser without a place for
      // passkeys, another tab's dialog, the phone tab, no connection. The button and the password still work.
      if (!(error instanceof Error)) throw error;
    }
  };
  void offer();
  return () => {
    over = true;
    void cancelPasskey();
  };
}
