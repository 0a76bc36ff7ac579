import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { PDF } from '@libpdf/core'
import { canonicalJson } from '../../core/kernel/chain.ts'
import { sealPdf, sealReason } from '../../files/decision/seal-pdf.ts'
import { sealingKey } from '../../files/decision/sealing-key.ts'
import { selfSigned } from '../../files/decision/self-signed.ts'
import { verifySealed } from './verify-sealed.ts'

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
const signed = { order: 'It is so ordered.' }
const packageSha256 = sha256(canonicalJson(signed))

describe('verifying a sealed decision', () => {
  let pdf: Buffer
  let lateSeal: Buffer
  before(async () => {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const [from, until] = [new Date('2026-01-01T00:00:00Z'), new Date('2027-01-01T00:00:00Z')]
    const certificate = selfSigned({
      privateKey,
      commonName: 'Decision seal',
      organisation: 'portico.test',
      from,
      until,
    })
    const key = sealingKey(privateKey, certificate)
    const paper = PDF.create()
    paper.addPage({ size: 'letter' }).drawText('It is so ordered.', { x: 72, y: 700, size: 12 })
    const plain = await paper.save()
    const reason = sealReason(packageSha256)
    pdf = await sealPdf(plain, key, { reason, at: new Date('2026-11-15T14:03:21Z') })
    lateSeal = await sealPdf(plain, key, { reason, at: new Date('2028-11-15T14:03:21Z') })
  })

  const verified = (change: Partial<Parameters<typeof verifySealed>[0]> = {}) =>
    verifySealed({ package: signed, packageSha256, pdf, pdfSha256: sha256(pdf), ...change })
  const broken = (result: ReturnType<typeof verifySealed>) =>
    result.checks.filter(({ holds }) => !holds).map(({ check }) => check)

  it('holds where nothing was changed, and shows the certificate and the time', () => {
    const result = verified()
    assert.deepEqual(broken(result), [])
    assert.equal(result.holds, true)
    assert.equal(result.sealedAt, '2026-11-15T14:03:21.000Z')
    assert.match(result.certificate?.subject ?? '', /CN=Decision seal/)
    assert.equal(result.certificate?.isSelfSigned, true)
  })

  it('finds what was changed, even where the hash was changed with it', () => {
    const forged = Buffer.from(pdf)
    forged[200] = (forged[200] ?? 0) ^ 1
    assert.deepEqual(broken(verified({ pdf: forged })), ['fileHash', 'signature'])
    assert.deepEqual(broken(verified({ pdf: forged, pdfSha256: sha256(forged) })), ['signature'])
    const other = { order: 'It is not so ordered.' }
    assert.deepEqual(broken(verified({ package: other })), ['packageHash'])
    assert.deepEqual(broken(verified({ package: other, packageSha256: sha256(canonicalJson(other)) })), [
      'sealedPackage',
    ])
    assert.deepEqual(broken(verified({ pdf: lateSeal, pdfSha256: sha256(lateSeal) })), ['certificateInTime'])
    const plain = Buffer.from('%PDF-1.7 without a seal')
    assert.ok(broken(verified({ pdf: plain, pdfSha256: sha256(plain) })).includes('signature'))
  })
})
