/** The part of DER that certificates and signatures need: definite lengths, tags of one byte. */
export type DerValue = {
  tag: number
  /** What it holds, and the whole of it with tag and length. */
  content: Buffer
  whole: Buffer
}

export class BadDer extends Error {
  constructor() {
    super('It is not well-formed DER.')
    this.name = 'BadDer'
  }
}

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  oid: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  /** `[n]` of a context, with values inside or with bare content. */
  inside: (number: number) => 0xa0 | number,
  bare: (number: number) => 0x80 | number,
}

export function encodeDer(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content])
}

export const encodeSequence = (...parts: readonly Uint8Array[]) => encodeDer(tags.sequence, ...parts)

export function encodeOid(text: string): Buffer {
  const [first = 0, second = 0, ...others] = text.split('.').map(Number)
  const bytes = [40 * first + second, ...others].flatMap((arc) => {
    const digits = [arc & 0x7f]
    for (let rest = arc >>> 7; rest > 0; rest >>>= 7) digits.unshift((rest & 0x7f) | 0x80)
    return digits
  })
  return encodeDer(tags.oid, Buffer.from(bytes))
}

/** The whole must be one value, with nothing behind it. */
export function readDer(bytes: Uint8Array): DerValue {
  const [value, ...others] = readAll(Buffer.from(bytes))
  if (!value || others.length > 0) throw new BadDer()
  return value
}

/** The values inside one of the given tag; a sequence, where none is given. */
export function childrenOf({ tag, content }: DerValue, expected: number = tags.sequence): DerValue[] {
  if (tag !== expected) throw new BadDer()
  return readAll(content)
}

export function oidOf({ tag, content }: DerValue): string {
  if (tag !== tags.oid || content.length === 0) throw new BadDer()
  const arcs: number[] = []
  let arc = 0
  for (const byte of content) {
    arc = arc * 128 + (byte & 0x7f)
    if (byte & 0x80) continue
    if (arcs.length === 0) {
      const first = Math.min(2, Math.floor(arc / 40))
      arcs.push(first, arc - 40 * first)
    } else arcs.push(arc)
    arc = 0
  }
  return arcs.join('.')
}

function readAll(bytes: Buffer): DerValue[] {
  const values: DerValue[] = []
  for (let at = 0; at < bytes.length; ) {
    const value = readAt(bytes, at)
    values.push(value)
    at += value.whole.length
  }
  return values
}

function readAt(bytes: Buffer, at: number): DerValue {
  const tag = bytes[at]
  const short = bytes[at + 1]
  if (tag === undefined || short === undefined || (tag & 0x1f) === 0x1f) throw new BadDer()
  const digits = short & 0x80 ? short & 0x7f : 0
  if ((short & 0x80 && digits === 0) || digits > 4 || at + 2 + digits > bytes.length) throw new BadDer()
  const length = digits > 0 ? bytes.readUIntBE(at + 2, digits) : short
  const start = at + 2 + digits
  if (start + length > bytes.length) throw new BadDer()
  return { tag, content: bytes.subarray(start, start + length), whole: bytes.subarray(at, start + length) }
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const digits: number[] = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest & 0xff)
  return Buffer.from([0x80 | digits.length, ...digits])
}
