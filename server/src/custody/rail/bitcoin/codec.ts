// Bitcoin without a node: addresses, PSBT bytes, signatures. A signed transaction stays a finalised PSBT: its amounts
// can be read from it, and the signatures that commit to them verified (BIP 143), wherever it goes. The node gets the
// bare bytes.

import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hex } from '@scure/base';
import { OutScript, p2wpkh, Transaction } from '@scure/btc-signer';
import { equalBytes, hash160 } from '@scure/btc-signer/utils.js';
import type { Codec, Payment } from '../face.ts';
import { addressOfKey, addressOfScript, checkAddress, checkVectors, scriptOf, spellAddress } from './address.ts';
import { outputClaim, readDetail } from './detail.ts';
import { type BitcoinNetwork, NETWORK_TERMS } from './network.ts';

export const BTC = 'BTC';
/** Replaceable by one with a higher fee (BIP 125); no lock time. */
const SEQUENCE = 0xff_ff_ff_fd;
const VERSION = 2;
const PSBT_VERSION = 0;
const SIGHASH_ALL = 1;
/** Maximum supply, satoshi. */
const MOST_UNITS = 2_100_000_000_000_000n;
/** Outputs of our transactions: the payment, and the change. */
const MOST_OUTPUTS = 2;

/** @throws if known keys do not give their known addresses */
export function bitcoinCodec(network: BitcoinNetwork): Codec {
  const terms = NETWORK_TERMS[network];
  checkVectors();

  function opened(bytes: Uint8Array): Transaction {
    const transaction = Transaction.fromPSBT(bytes);
    if (!equalBytes(transaction.toPSBT(PSBT_VERSION), bytes))
      throw new Error('expected a PSBT as this codec writes it, got one with more in it');
    if (transaction.version !== VERSION || transaction.lockTime !== 0)
      throw new Error(
        `expected version ${VERSION} without lock time, got ${transaction.version}, ${transaction.lockTime}`,
      );
    return transaction;
  }

  /** Spent outputs, all of one key's address. */
  function inputsOf(transaction: Transaction): {
    readonly claims: string[];
    readonly units: bigint;
    readonly from: string;
  } {
    const claims: string[] = [];
    const froms = new Set<string>();
    let units = 0n;
    for (let at = 0; at < transaction.inputsLength; at += 1) {
      const { txid, index, sequence, witnessUtxo, sighashType } = transaction.getInput(at);
      if (txid === undefined || index === undefined || witnessUtxo === undefined || sequence !== SEQUENCE)
        throw new Error(`expected input ${at} with its output and open to a higher fee, got another`);
      if (sighashType !== undefined && sighashType !== SIGHASH_ALL)
        throw new Error(`expected input ${at} to sign everything, got sighash ${sighashType}`);
      const from = addressOfScript(witnessUtxo.script, terms);
      if (from === undefined || OutScript.decode(witnessUtxo.script)?.type !== 'wpkh')
        throw new Error(`expected input ${at} to spend an output of a witness key hash, got another`);
      froms.add(from);
      units += inRange(witnessUtxo.amount);
      claims.push(outputClaim(hex.encode(txid), index));
    }
    const [from] = froms;
    if (from === undefined || froms.size !== 1) throw new Error(`expected inputs of one address, got ${froms.size}`);
    if (new Set(claims).size !== claims.length) throw new Error('expected every output to be spent once');
    return { claims, units, from };
  }

  /** A finalised PSBT proves its amounts: each signature covers the amount in its input. */
  function checkSignatures(transaction: Transaction): void {
    for (let at = 0; at < transaction.inputsLength; at += 1) {
      const { finalScriptWitness, finalScriptSig, witnessUtxo } = transaction.getInput(at);
      const [signature, publicKey] = finalScriptWitness ?? [];
      const bare = finalScriptSig === undefined || finalScriptSig.length === 0;
      if (
        signature === undefined ||
        publicKey === undefined ||
        witnessUtxo === undefined ||
        finalScriptWitness?.length !== 2 ||
        !bare
      )
        throw new Error(`expected a signature and a key at input ${at}, got another witness`);
      const script = OutScript.encode({ type: 'pkh', hash: hash160(publicKey) });
      const digest = transaction.preimageWitnessV0(at, script, SIGHASH_ALL, witnessUtxo.amount);
      const sound =
        equalBytes(p2wpkh(publicKey, terms.addresses).script, witnessUtxo.script) &&
        signature.at(-1) === SIGHASH_ALL &&
        secp256k1.verify(signature.subarray(0, -1), digest, publicKey, { prehash: false, format: 'der' });
      if (!sound) throw new Error(`expected a signature of input ${at} over its amount, got another`);
    }
  }

  return {
    chain: 'bitcoin',
    accountPath: `m/84'/${terms.coinType}'/0'`,
    spell: (address) => spellAddress(address, terms),
    check: (address) => checkAddress(address, terms),
    address: (publicKey) => addressOfKey(publicKey, terms),
    // BIP 21.
    uri: (_, address) => `bitcoin:${address}`,

    unsigned(plan, publicKeyOf) {
      const { inputs, change } = readDetail(plan);
      const { coin, to, units } = plan.payment;
      if (coin !== BTC) throw new Error(`expected a payment of ${BTC}, got one of ${coin}`);
      const source = p2wpkh(publicKeyOf(plan.source), terms.addresses);
      const transaction = new Transaction({ version: VERSION, lockTime: 0 });
      for (const { txid, index, units: amount } of inputs)
        transaction.addInput({ txid, index, sequence: SEQUENCE, witnessUtxo: { script: source.script, amount } });
      transaction.addOutput({ script: scriptOf(spellAddress(to, terms), terms), amount: inRange(units) });
      if (change !== null) transaction.addOutput({ script: source.script, amount: inRange(change) });
      const spent = inputs.reduce((sum, input) => sum + input.units, 0n);
      const cost = spent - units - (change ?? 0n);
      if (cost < 0n || cost > plan.feeCap)
        throw new Error(`expected a fee of 0 to ${plan.feeCap} satoshi in a plan, got ${cost}`);
      return transaction.toPSBT(PSBT_VERSION);
    },

    read(bytes, own) {
      const transaction = opened(bytes);
      const { claims, units, from } = inputsOf(transaction);
      const count = transaction.outputsLength;
      if (count < 1 || count > MOST_OUTPUTS) throw new Error(`expected 1 or ${MOST_OUTPUTS} outputs, got ${count}`);
      if (transaction.isFinal) checkSignatures(transaction);
      const payments: Payment[] = [];
      let left = units;
      for (let at = 0; at < count; at += 1) {
        const { script, amount } = transaction.getOutput(at);
        if (script === undefined || amount === undefined)
          throw new Error(`expected output ${at} with script and amount`);
        const to = addressOfScript(script, terms);
        if (to === undefined) throw new Error(`expected output ${at} to pay an address, got another script`);
        if (inRange(amount) === 0n) throw new Error(`expected output ${at} to pay something`);
        left -= amount;
        if (!own.has(to)) payments.push({ coin: BTC, to, units: amount });
      }
      if (left < 0n) throw new Error(`expected outputs within the inputs, got ${-left} satoshi more`);
      return { payments, claims, cost: left, from };
    },

    sign(unsigned, privateKeyOf) {
      const transaction = opened(unsigned);
      const { from } = inputsOf(transaction);
      // RFC 6979.
      transaction.sign(privateKeyOf(from), [SIGHASH_ALL]);
      transaction.finalize();
      checkSignatures(transaction);
      return transaction.toPSBT(PSBT_VERSION);
    },

    txid: (signed) => opened(signed).id,
  };
}

/** The bytes for a node. @throws unless it is signed */
export function bareBytes(signed: Uint8Array): Uint8Array {
  const transaction = Transaction.fromPSBT(signed);
  if (!transaction.isFinal) throw new Error('expected a signed PSBT to send, got one without signatures');
  return transaction.extract();
}

function inRange(units: bigint): bigint {
  if (units < 0n || units > MOST_UNITS) throw new Error(`expected 0 to ${MOST_UNITS} satoshi, got ${units}`);
  return units;
}
