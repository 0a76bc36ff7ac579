import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type {
  DecisionPackage,
  DecisionPackageDetail,
  DecisionVerification,
  PackageCitation,
} from '@portico/contract/decision-package'
import type { TaskList } from '@portico/contract/tasks'
import { verifyCitations } from '../../app/verify/verify-citations.ts'
import { verifyFile } from '../../app/verify/verify-file.ts'
import { readPart, readParts } from '../../app/verify/zip-parts.ts'
import { checkSeals } from '../../files/decision/check-seals.ts'
import type { CitedPageText, DecisionManifest } from '../../files/decision/decision-manifest.ts'
import { pemOf } from '../../files/decision/pem.ts'
import { sealingKey } from '../../files/decision/sealing-key.ts'
import { selfSigned } from '../../files/decision/self-signed.ts'
import { readZip } from '../../files/read-zip.ts'
import { sealedZip } from '../../files/sealed-zip.ts'
import { testPdf } from '../test-pdf.ts'
import { until } from '../until.ts'
import { type Http, type Reply, startWorld, type World } from '../world.ts'

const quote = 'at least as likely as not'

describe('a decision that is signed', () => {
  let world: World
  let drafter: Http
  let judge: Http
  let folder: string
  let path: string
  let productId: string
  before(async () => {
    world = await startWorld()
    drafter = await world.member('dora', ['drafter'])
    judge = await world.member('judith', ['adjudicator'])
    folder = await mkdtemp(join(tmpdir(), 'portico-decision-'))
    path = join(folder, 'decision.zip')
    await distribute()
  })
  after(async () => {
    await rm(folder, { recursive: true })
    await world.close()
  })

  const on = (place: string) => `/cases/${world.caseId}${place}`
  const refused = (reply: Reply, status: number, sentence: RegExp) => {
    assert.equal(reply.status, status, reply.text.slice(0, 300))
    assert.match((reply.json as { error: string }).error, sentence)
  }
  const bytesOf = async (place: string): Promise<Buffer> => {
    const token = await world.anonymous('POST', '/auth/token', {
      body: { username: world.username, password: world.password },
    })
    const response = await fetch(world.baseUrl + on(place), {
      headers: { authorization: `Bearer ${(token.json as { token: string }).token}` },
    })
    assert.equal(response.status, 200)
    return Buffer.from(await response.arrayBuffer())
  }
  const verified = async (zip: Buffer, trusted?: X509Certificate) => {
    await writeFile(path, zip)
    return verifyFile(path, { pdf: world.service.pdf, trusted })
  }
  const partsOf = async (zip: Buffer): Promise<Map<string, Buffer>> => {
    await writeFile(path, zip)
    const { entries, close } = await readZip(path)
    const parts = new Map<string, Buffer>()
    for (const { name, read } of entries) parts.set(name, Buffer.concat(await Array.fromAsync(read())))
    close()
    return parts
  }
  /** Whole again in all that is not signed: as someone would pack it who has not the key. */
  const repacked = async (parts: ReadonlyMap<string, Buffer>): Promise<Buffer> =>
    Buffer.concat(
      await Array.fromAsync(
        sealedZip(new Date('2026-11-15T00:00:00Z'), (add) => {
          for (const [name, bytes] of parts) {
            add(name, async () =>
              (async function* () {
                yield bytes
              })(),
            )
          }
        }),
      ),
    )

  /** From intake to a drafter and an adjudicator who has the review. */
  async function distribute() {
    const complete = async (type: string, body: unknown, by = world.admin) => {
      const { tasks } = (await world.admin('GET', on('/tasks?open=true'))).json as TaskList
      const task = tasks.find((one) => one.type === type)
      const reply = await by('POST', on(`/tasks/${task?.id}/complete`), { body })
      assert.equal(reply.status, 200, reply.text)
    }
    await world.admin('POST', on('/docket'), { body: { docket: 'directReview' } })
    await complete('distribution', { outcome: 'distributed', assignee: { person: 'judith' } })
    await complete('assignment', { outcome: 'assigned', assignee: { person: 'dora' } }, judge)
  }

  async function fileDocument(): Promise<number> {
    const form = new FormData()
    form.set('document', JSON.stringify({ name: 'Examination', receiptDate: '2026-05-04' }))
    const pdf = await testPdf(['Cover.', `The examiner finds it ${quote} that it began in service.`])
    form.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'examination.pdf')
    const filed = await world.admin('POST', on('/documents'), { body: form })
    assert.equal(filed.status, 201, filed.text)
    await world.service.readTexts(world.caseId)
    return (filed.json as { document: { startPage: number } }).document.startPage
  }

  it('has no file before it is signed', async () => {
    refused(await judge('GET', on('/decision-package/file')), 404, /No decision has been signed/)
    refused(await judge('GET', on('/decision-package?format=zip')), 404, /No decision has been signed/)
    refused(await judge('GET', on('/decision-package?format=tar')), 400, /format/)
  })

  it('becomes a sealed file by itself', async () => {
    const page = (await fileDocument()) + 1
    const added = await drafter('POST', on('/issues'), {
      body: { issueType: 'serviceConnection', description: 'Service connection for tinnitus' },
    })
    assert.equal(added.status, 201)
    const { issues } = (await drafter('GET', on('/issues'))).json as { issues: { id: string }[] }
    for (const { id } of issues)
      await drafter('PUT', on(`/issues/${id}/decision`), { body: { disposition: 'allowed' } })
    const issueId = issues.at(-1)!.id
    const content = {
      opening: [],
      issues: [
        ...issues.slice(0, -1).map(({ id }) => ({
          issueId: id,
          content: [
            {
              type: 'paragraph',
              content: [
                { type: 'text', text: 'Granted, too.' },
                { type: 'citation', anchor: { page: 2 } },
              ],
            },
          ],
        })),
        {
          issueId,
          content: [
            {
              type: 'paragraph',
              content: [
                { type: 'text', text: 'The appeal is granted: #panic("x") ' },
                { type: 'citation', anchor: { page, quote } },
                { type: 'citation', anchor: { page: 2 } },
              ],
            },
          ],
        },
      ],
      closing: [],
    }
    const drafted = await drafter('POST', on('/work-products'), { body: { content } })
    productId = (drafted.json as { workProduct: { id: string } }).workProduct.id
    const at = on(`/work-products/${productId}`)
    await drafter('POST', `${at}/submit`, { body: { version: 1 } })
    const signed = await judge('POST', `${at}/sign`, { body: { version: 1 } })
    assert.equal(signed.status, 200, signed.text)
    const reply = await until(async () => {
      const reply = await judge('GET', on('/decision-package/file'))
      if (reply.status === 200) return reply
      refused(reply, 404, /is being made/)
      return undefined
    })
    assert.equal(reply.headers.get('content-type'), 'application/pdf')
    const part = await judge('GET', on('/decision-package/file'), { headers: { range: 'bytes=0-7' } })
    assert.deepEqual([part.status, part.text], [206, '%PDF-1.7'])
    const pdf = await bytesOf('/decision-package/file')
    const verified = (await judge('GET', on('/decision-package/verification'))).json as DecisionVerification
    assert.deepEqual(
      verified.checks.filter(({ holds }) => !holds),
      [],
    )
    assert.equal(verified.holds, true)
    assert.ok(verified.sealedAt && verified.certificate?.fingerprint)
    const detail = (await judge('GET', on('/decision-package'))).json as DecisionPackageDetail
    assert.equal(detail.file?.bytes, pdf.length)
    assert.equal(new URL(detail.file?.href ?? '', world.baseUrl).pathname, on('/decision-package/file'))
    const [seal] = checkSeals(pdf)
    assert.deepEqual(seal?.faults, [])
    assert.match(seal?.reason ?? '', new RegExp(detail.sha256))
  })

  it('is sealed once, however often it is asked for', async () => {
    const order = { caseId: world.caseId, workProductId: productId }
    await Promise.all([world.service.sealDecision(order), world.service.sealDecision(order)])
    const { json } = await world.admin('GET', on('/events?types=workProduct.sealed'))
    assert.equal((json as { events: unknown[] }).events.length, 1)
  })

  it('is packed with its proof, which holds without the service', async () => {
    const zip = await bytesOf('/decision-package?format=zip')
    const { faults, notes, decision, documents } = await verified(zip)
    assert.deepEqual(faults, [])
    assert.deepEqual([decision?.citations, documents, decision?.status], [2, 2, 'released'])
    assert.equal(decision?.signedBy, 'judith')
    assert.equal(notes.length, 1, 'one document is a part of a larger file')
    const readme = (await partsOf(zip)).get('README.txt')?.toString()
    assert.match(readme ?? '', /\d\. Allowed: Service connection for tinnitus/)
  })

  it('is found changed at one byte of any part, and the part is named', async () => {
    const zip = await bytesOf('/decision-package?format=zip')
    const directory = zip.indexOf('PK\x01\x02', 0, 'latin1')
    const starts: { name: string; at: number }[] = []
    for (let at = directory; zip.readUInt32LE(at) === 0x02014b50; ) {
      const nameLength = zip.readUInt16LE(at + 28)
      starts.push({
        name: zip.toString('utf8', at + 46, at + 46 + nameLength),
        at: zip.readUInt32LE(at + 42),
      })
      at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
    }
    assert.equal(starts.length, 10)
    for (const [index, { name, at }] of starts.entries()) {
      const end = starts[index + 1]?.at ?? directory
      const changed = Buffer.from(zip)
      const place = at + 70 + Math.floor((end - at - 70) / 3)
      changed[place] = changed[place]! ^ 0x10
      const { faults } = await verified(changed)
      const found = faults.find(({ part }) => part === name)
      const [, first, last] = /at bytes (\d+) to (\d+)/.exec(found?.what ?? '') ?? []
      assert.ok(Number(first) <= place && place <= Number(last), `${name}: ${JSON.stringify(faults)}`)
    }
    const outside = Buffer.from(zip)
    outside[directory + 12] = outside[directory + 12]! ^ 0x10
    assert.ok((await verified(outside)).faults.length > 0)
  })

  it('is found forged where it was packed again by someone without the key', async () => {
    const parts = await partsOf(await bytesOf('/decision-package?format=zip'))
    const forged = async (name: string, change: (text: string) => string) => {
      const bytes = Buffer.from(change(parts.get(name)!.toString('latin1')), 'latin1')
      const manifest = JSON.parse(parts.get('manifest.json')!.toString()) as DecisionManifest
      const listed = [
        ...manifest.files,
        manifest.events,
        ...manifest.documents.flatMap(({ packed }) => packed ?? []),
      ]
      const entry = listed.find(({ file }) => file === name)
      if (entry)
        Object.assign(entry, {
          bytes: bytes.length,
          sha256: createHash('sha256').update(bytes).digest('hex'),
        })
      const text = name === 'manifest.json' ? bytes : Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)
      const { faults } = await verified(
        await repacked(new Map([...parts, [name, bytes], ['manifest.json', text]])),
      )
      return faults.map(({ part, what }) => `${part}: ${what}`).join('\n')
    }
    const unsigned = /manifest\.sig: it is not the signature of the manifest/
    const otherWord = await forged('decision-package.json', (text) => text.replace('Allowed', 'Refused'))
    assert.match(otherWord, /decision-package\.json: the events name another signed package/)
    assert.match(otherWord, unsigned)
    const otherPdf = await forged('decision.pdf', (text) => text.replace('Typst', 'Typed'))
    assert.match(otherPdf, /decision\.pdf: the seal: the bytes it covers are not those that were sealed/)
    const otherEvent = await forged('events.ndjson', (text) =>
      text.replace('"disposition":"allowed"', '"disposition":"refused"'),
    )
    assert.match(otherEvent, /events\.ndjson: event \d+: the data was changed/)
    const [document] = [...parts.keys()].filter((name) => name.endsWith('Examination.pdf'))
    assert.match(await forged(document!, (text) => `${text}\n`), /it is not the file that was filed/)
    assert.match(
      await forged('manifest.json', (text) => text.replace('"released"', '"recalled"')),
      /was not recalled/,
    )
    assert.match(await forged('README.txt', (text) => `${text}!`), unsigned)
    for (const name of parts.keys()) {
      const others = new Map([...parts].filter(([other]) => other !== name))
      const { faults } = await verified(await repacked(others))
      assert.ok(
        faults.some(({ part }) => part === name),
        `without ${name}: ${JSON.stringify(faults)}`,
      )
    }
  })

  it('is found to cite what does not stand there', async () => {
    await writeFile(path, await bytesOf('/decision-package?format=zip'))
    const zip = await readZip(path)
    const parts = await readParts(zip.entries, () => {})
    const json = async (name: string) => JSON.parse((await readPart(parts, name, () => {}))!.toString())
    const signed = (await json('decision-package.json')) as DecisionPackage
    const manifest = (await json('manifest.json')) as DecisionManifest
    const pageTexts = (await json('page-texts.json')) as CitedPageText[]
    const quoted = signed.citations.find(({ anchor }) => anchor.quote !== undefined)
    assert.ok(quoted)
    const named = `citation ${quoted.number}`
    const faultsWith = async (change: (citation: PackageCitation) => PackageCitation) => {
      const faults: string[] = []
      const citations = signed.citations.map((one) => (one === quoted ? change(one) : one))
      const changed = { ...signed, citations }
      const decision = { signed: changed, manifest, pageTexts }
      const report = (part: string, what: string) => void faults.push(`${part}: ${what}`)
      await verifyCitations(decision, parts, { pdf: world.service.pdf }, report)
      return faults.join('\n')
    }
    assert.equal(await faultsWith((citation) => citation), '')
    const anchored = (change: object) => (citation: PackageCitation) => ({
      ...citation,
      anchor: { ...citation.anchor, ...change },
    })
    assert.match(
      await faultsWith(anchored({ quote: 'less likely than not' })),
      new RegExp(`Examination\\.pdf: ${named}: the quote is not on page 2`),
    )
    const noSuchPage = new RegExp(`${named}: there is no such page in the file`)
    assert.match(await faultsWith(anchored({ page: 9999 })), noSuchPage)
    assert.match(await faultsWith(anchored({ sha256: 'f'.repeat(64) })), noSuchPage)
    const renumbered = await faultsWith((citation) => ({ ...citation, number: 77 }))
    assert.match(renumbered, new RegExp(`there is no ${named}$`, 'm'))
    zip.close()
  })

  it('is trusted by its certificate, or not', async () => {
    const zip = await bytesOf('/decision-package?format=zip')
    const { certificate } = await world.service.sealingKeys.current()
    assert.deepEqual((await verified(zip, new X509Certificate(certificate))).faults, [])
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const [from, until] = [new Date('2026-01-01'), new Date('2036-01-01')]
    const names = { commonName: 'Portico decisions', organisation: 'elsewhere.test' }
    const other = sealingKey(privateKey, selfSigned({ privateKey, ...names, from, until }))
    const { faults } = await verified(zip, new X509Certificate(other.certificate))
    assert.deepEqual(
      faults.map(({ part, what }) => `${part}: ${what}`),
      ['manifest.sig', 'decision.pdf'].map((part) => `${part}: it is not by the certificate that is trusted`),
    )
    // The trusted certificate is carried along, and has signed nothing.
    const parts = await partsOf(zip)
    const manifest = JSON.parse(parts.get('manifest.json')!.toString()) as DecisionManifest
    const pem = Buffer.from(pemOf({ ...other, certificateChain: [certificate] }))
    const sha256 = createHash('sha256').update(pem).digest('hex')
    Object.assign(manifest.files.find(({ file }) => file === 'seal.pem')!, { bytes: pem.length, sha256 })
    const text = Buffer.from(JSON.stringify(manifest))
    const signature = Buffer.from(Buffer.from(await other.sign(text, 'SHA-256')).toString('base64'))
    const forged = await repacked(
      new Map([...parts, ['seal.pem', pem], ['manifest.json', text], ['manifest.sig', signature]]),
    )
    assert.deepEqual((await verified(forged)).faults, [])
    assert.deepEqual((await verified(forged, new X509Certificate(certificate))).faults, [
      { part: 'manifest.sig', what: 'it is not by the certificate that is trusted' },
    ])
  })

  it('says that it was recalled, and is proved as before', async () => {
    const recalled = await judge('POST', on(`/work-products/${productId}/recall`), {
      body: { why: 'A page was missed.' },
    })
    assert.equal(recalled.status, 200)
    const zip = await bytesOf(`/decision-package?format=zip&workProductId=${productId}`)
    const { faults, decision } = await verified(zip)
    assert.deepEqual(faults, [])
    assert.equal(decision?.status, 'recalled')
    assert.match((await partsOf(zip)).get('README.txt')!.toString(), /RECALLED on .*: A page was missed\./)
  })
})
