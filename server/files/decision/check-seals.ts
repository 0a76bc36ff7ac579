import { createHash } from 'node:crypto'
import { type CheckedSeal, checkMessage, isOfCrypto } from './check-message.ts'
import { BadDer, type DerValue, readDer } from './der.ts'

/**
 * Holds each signature of a PDF against the bytes it covers, by code that has nothing to do with what signs them. The
 * last must cover the whole file; whether its certificate is to be trusted is for the reader to say.
 */
export function checkSeals(pdf: Buffer): CheckedSeal[] {
  const seals = findSignatures(pdf).map((found) => checkSeal(pdf, found))
  const last = seals.at(-1)
  if (last && last.coveredBytes !== pdf.length)
    last.faults.push(`it covers ${last.coveredBytes} of ${pdf.length} bytes: something was added after it`)
  return seals
}

type FoundSignature = { dictionary: string; range: [number, number, number, number] }

function findSignatures(pdf: Buffer): FoundSignature[] {
  const text = pdf.toString('latin1')
  const found: FoundSignature[] = []
  for (const match of text.matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)) {
    const [start, length, second, secondLength] = match.slice(1, 5).map(Number) as FoundSignature['range']
    const begin = text.lastIndexOf(' obj', match.index)
    const end = text.indexOf('endobj', match.index)
    const dictionary = text.slice(begin, end < 0 ? undefined : end)
    found.push({ dictionary, range: [start, length, second, secondLength] })
  }
  return found.sort((one, other) => one.range[2] + one.range[3] - other.range[2] - other.range[3])
}

function checkSeal(pdf: Buffer, { dictionary, range }: FoundSignature): CheckedSeal {
  const [start, length, second, secondLength] = range
  const seal: CheckedSeal = {
    reason: literalOf(dictionary, 'Reason'),
    at: literalOf(dictionary, 'M'),
    coveredBytes: second + secondLength,
    faults: [],
  }
  const gap = pdf.toString('latin1', length, second)
  // All but the signature itself is covered, and what is left out is the signature that is checked.
  const isWhole = start === 0 && length < second && second + secondLength <= pdf.length
  if (!isWhole || !/^<[0-9A-Fa-f]+>$/.test(gap) || !dictionary.includes(gap)) {
    seal.faults.push('it does not cover all but itself')
    return seal
  }
  const digest = (algorithm: string) =>
    createHash(algorithm)
      .update(pdf.subarray(0, length))
      .update(pdf.subarray(second, second + secondLength))
      .digest()
  try {
    checkMessage(unpadded(Buffer.from(gap.slice(1, -1), 'hex')), digest, seal)
  } catch (error) {
    if (!(error instanceof BadDer) && !isOfCrypto(error)) throw error
    seal.faults.push('the signature cannot be read')
  }
  return seal
}

/** The room for a signature is filled up with zeros. */
function unpadded(bytes: Buffer): DerValue {
  const digits = (bytes[1] ?? 0) & 0x80 ? (bytes[1] ?? 0) & 0x7f : 0
  if (bytes.length < 2 + digits || digits > 4) throw new BadDer()
  const length = 2 + digits + (digits > 0 ? bytes.readUIntBE(2, digits) : bytes[1]!)
  if (bytes.subarray(length).some((byte) => byte !== 0)) throw new BadDer()
  return readDer(bytes.subarray(0, length))
}

function literalOf(dictionary: string, name: string): string | undefined {
  const [, text] = new RegExp(`/${name}\\s*\\(((?:[^()\\\\]|\\\\.)*)\\)`).exec(dictionary) ?? []
  return text?.replace(/\\(.)/g, '$1')
}
