import assert from 'node:assert/strict'
import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { PDF } from '@libpdf/core'
import { testPkcs12 } from '../../test/sealing-key.ts'
import { checkSeals } from './check-seals.ts'
import { sealPdf } from './seal-pdf.ts'
import { BadSealingKey, readSealingKey, sealingKey } from './sealing-key.ts'
import { selfSigned } from './self-signed.ts'

const at = new Date('2026-11-15T14:03:21Z')
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const certificate = selfSigned({
  privateKey,
  commonName: 'Decision seal',
  organisation: 'portico.test',
  from: new Date('2026-01-01T00:00:00Z'),
  until: new Date('2051-01-01T00:00:00Z'),
})
const key = sealingKey(privateKey, certificate)

async function paper(): Promise<Uint8Array> {
  const pdf = PDF.create()
  pdf.addPage({ size: 'letter' }).drawText('It is so ordered.', { x: 72, y: 700, size: 12 })
  return pdf.save()
}

describe('a certificate of our own', () => {
  it('vouches for its key, over the turn of its calendar', () => {
    const made = new X509Certificate(certificate)
    assert.ok(made.verify(made.publicKey))
    assert.match(made.subject, /CN=Decision seal/)
    assert.equal(made.validFromDate.toISOString(), '2026-01-01T00:00:00.000Z')
    assert.equal(made.validToDate.toISOString(), '2051-01-01T00:00:00.000Z')
    assert.equal(made.ca, false)
    assert.ok(made.checkPrivateKey(privateKey))
  })
})

describe('a sealed PDF', () => {
  it('is the file as it was, and a signature that holds over all of it', async () => {
    const plain = await paper()
    const sealed = await sealPdf(plain, key, { reason: 'Seals it', at })
    assert.ok(sealed.subarray(0, plain.length).equals(plain))
    const [seal, ...others] = checkSeals(sealed)
    assert.deepEqual(others, [])
    assert.deepEqual(seal?.faults, [])
    assert.equal(seal?.reason, 'Seals it')
    assert.equal(seal?.at, 'D:20261115140321Z')
    assert.equal(seal?.coveredBytes, sealed.length)
    assert.ok(seal?.certificate?.raw.equals(certificate))
  })

  it('is found changed wherever it is, the signature itself not excepted', async () => {
    const sealed = await sealPdf(await paper(), key, { reason: 'Seals it', at })
    const holds = (bytes: Buffer) => {
      const [seal, ...others] = checkSeals(bytes)
      return seal !== undefined && others.length === 0 && seal.faults.length === 0
    }
    const signature = sealed.indexOf('/Contents <')
    const isSignature = (place: number) => place >= signature && place < signature + 2500
    for (let place = 0; place < sealed.length; place += isSignature(place) ? 1 : 17) {
      const changed = Buffer.from(sealed)
      changed[place] = changed[place]! ^ 0x01
      assert.ok(!holds(changed), `byte ${place} of ${sealed.length}`)
    }
    assert.ok(!holds(Buffer.concat([sealed, Buffer.from('\n')])), 'something added')
    assert.ok(!holds(sealed.subarray(0, -1)), 'something cut off')
  })

  it('keeps its first seal when it is sealed again', async () => {
    const first = await sealPdf(await paper(), key, { reason: 'first', at })
    const second = await sealPdf(first, key, { reason: 'second', at, fieldName: 'Second' })
    assert.ok(second.subarray(0, first.length).equals(first))
    assert.deepEqual(
      checkSeals(second).map(({ reason, coveredBytes, faults }) => [reason, coveredBytes, faults]),
      [
        ['first', first.length, []],
        ['second', second.length, []],
      ],
    )
  })

  it('tells of no seal where there is none', async () => {
    assert.deepEqual(checkSeals(Buffer.from(await paper())), [])
  })
})

describe('the key of a deployment', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-seal-'))
    await writeFile(at('seal.p12'), testPkcs12.bytes)
    await writeFile(at('seal.pem'), pem)
    await writeFile(
      at('key.pem'),
      privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'open' }),
    )
    await writeFile(at('both.pem'), pem + privateKey.export({ type: 'pkcs8', format: 'pem' }))
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    await writeFile(at('other.pem'), other.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  })
  after(() => rm(folder, { recursive: true }))

  const at = (name: string) => join(folder, name)
  const pem = `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`
  const now = new Date('2026-11-15T00:00:00Z')
  const read = (certificateName: string, keyName?: string, password?: string) =>
    readSealingKey({ certificatePath: at(certificateName), keyPath: keyName && at(keyName), password }, now)

  it('is read from PKCS#12, with the certificate of its issuer, which the seal carries', async () => {
    const rsa = await read('seal.p12', undefined, testPkcs12.password)
    const [seal] = checkSeals(await sealPdf(await paper(), rsa, { reason: 'RSA', at: now }))
    assert.deepEqual(seal?.faults, [])
    assert.match(seal?.certificate?.subject ?? '', /CN=Test seal/)
    assert.match(seal?.chain?.[0]?.subject ?? '', /CN=Test issuer/)
  })

  it('is read from PEM, in one file or in two', async () => {
    for (const pair of [await read('both.pem'), await read('seal.pem', 'key.pem', 'open')]) {
      const [seal] = checkSeals(await sealPdf(await paper(), pair, { reason: 'PEM', at: now }))
      assert.deepEqual(seal?.faults, [])
    }
  })

  it('is refused with a sentence where it is unfit', async () => {
    const refused = (sentence: RegExp, reading: Promise<unknown>) =>
      assert.rejects(
        reading,
        (error: Error) => error instanceof BadSealingKey && sentence.test(error.message),
      )
    await refused(
      /neither PEM nor a PKCS#12 file that its password opens/,
      read('seal.p12', undefined, 'wrong'),
    )
    await refused(/does not belong to the certificate/, read('seal.pem', 'other.pem'))
    await refused(/cannot be read/, read('seal.pem', 'key.pem', 'wrong'))
    await refused(/cannot be read \(ENOENT\)/, read('missing.pem'))
    const late = readSealingKey({ certificatePath: at('both.pem') }, new Date('2060-01-01T00:00:00Z'))
    await refused(/expired on 2051-01-01/, late)
  })
})
