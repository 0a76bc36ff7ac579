import { createHash, createPublicKey, type KeyObject, randomBytes, sign } from 'node:crypto'
import { digitsOf, yearOf } from '../../core/time/moments.ts'
import { encodeDer, encodeOid, encodeSequence, tags } from './der.ts'

const oids = {
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  commonName: '2.5.4.3',
  organisation: '2.5.4.10',
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
}

/** A certificate that vouches for its own key, which is on a curve; good for signatures and nothing else. */
export function selfSigned(options: {
  privateKey: KeyObject
  commonName: string
  organisation: string
  from: Date
  until: Date
}): Buffer {
  const { privateKey, commonName, organisation, from, until } = options
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' })
  const algorithm = encodeSequence(encodeOid(oids.ecdsaWithSha256))
  const name = encodeSequence(
    nameAttribute(oids.organisation, organisation),
    nameAttribute(oids.commonName, commonName),
  )
  const body = encodeSequence(
    encodeDer(tags.inside(0), encodeDer(tags.integer, Buffer.from([2]))),
    encodeDer(tags.integer, serialNumber()),
    algorithm,
    name,
    encodeSequence(time(from), time(until)),
    name,
    publicKey,
    encodeDer(
      tags.inside(3),
      encodeSequence(
        extension(oids.basicConstraints, true, encodeSequence()),
        // The first two bits: signatures, and signatures that cannot be denied.
        extension(oids.keyUsage, true, encodeDer(tags.bits, Buffer.from([6, 0b1100_0000]))),
        extension(
          oids.subjectKeyIdentifier,
          false,
          encodeDer(tags.octets, createHash('sha256').update(publicKey).digest().subarray(0, 20)),
        ),
      ),
    ),
  )
  const signature = encodeDer(tags.bits, Buffer.from([0]), sign('sha256', body, privateKey))
  return encodeSequence(body, algorithm, signature)
}

function serialNumber(): Buffer {
  const bytes = randomBytes(16)
  // Positive, and without a leading zero.
  bytes[0] = (bytes[0]! & 0x3f) | 0x40
  return bytes
}

/** Names in certificates have at most 64 characters. */
function nameAttribute(oid: string, text: string): Buffer {
  const value = encodeDer(tags.utf8, Buffer.from(text.toWellFormed().slice(0, 64)))
  return encodeDer(tags.set, encodeSequence(encodeOid(oid), value))
}

function extension(oid: string, isCritical: boolean, value: Buffer): Buffer {
  const critical = isCritical ? [encodeDer(tags.boolean, Buffer.from([0xff]))] : []
  return encodeSequence(encodeOid(oid), ...critical, encodeDer(tags.octets, value))
}

/** Years from 2050 on have four digits. */
function time(date: Date): Buffer {
  const digits = `${digitsOf(date)}Z`
  return yearOf(date) < 2050
    ? encodeDer(tags.utcTime, Buffer.from(digits.slice(2)))
    : encodeDer(tags.generalizedTime, Buffer.from(digits))
}
