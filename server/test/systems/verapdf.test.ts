import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import type { DecisionPackage, PackageBlock } from '@portico/contract/decision-package'
import { printDecision } from '../../files/decision/print-decision.ts'
import { sealPdf } from '../../files/decision/seal-pdf.ts'
import { sealingKey } from '../../files/decision/sealing-key.ts'
import { selfSigned } from '../../files/decision/self-signed.ts'
import { openTypesetting } from '../../files/decision/typesetting.ts'
import { richBlocks, testPackage } from '../decision-package.ts'
import { structuredPackage } from '../structured-package.ts'

export const debianPackages = ['default-jdk-headless', 'libjaxb-java', 'poppler-utils']

/** The engine of veraPDF comes inside this package. It is 24 MB, so only this test fetches it. */
const enginePackage = '@opendataloader/pdf@2.5.11'
/** The letters of every language, as CLDR has them. */
const lettersPackage = 'cldr-misc-full@48.2.0'
const debianJars = [
  'jaxb-api',
  'jaxb-runtime',
  'jaxb-core',
  'istack-commons-runtime',
  'javax.activation',
  'txw2',
]
const awkward = `#panic("x") $x^2$ \u202e\u0007 \ue000 שלום 👍 中 ${'W'.repeat(200)}`
/** Yoruba, Lithuanian, Vietnamese, Igbo, IPA, Hebrew with its points, Arabic with its vowels, Devanagari and Thai. */
const names = [
  'Ọ̀ṣun Ọlọ́run gbọ́ ẹ̀kọ́ ọ̀rọ̀',
  'ė̃ ų̄́ i̇̀ j̇̃ m̃ ỹ Žilė̃',
  'Nguyễn Trần Hồ Chí Minh',
  'ị́ ụ̀ ọ́ ṅ',
  'ɔ̃́ ɛ̀ː k͡p t̪ʰ',
  'שָׁלוֹם בְּרֵאשִׁית',
  'مُحَمَّد كِتَابٌ',
  'नमस्ते สวัสดี 中文',
]
const run = promisify(execFile)

describe('a sealed decision, by veraPDF', () => {
  let folder: string
  let classPath: string
  const typesetting = openTypesetting()
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-verapdf-'))
    const install = [
      'install',
      '--prefix',
      folder,
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      enginePackage,
      lettersPackage,
    ]
    await run('npm', install, { cwd: folder })
    const engine = join(folder, 'node_modules/@opendataloader/pdf/lib/opendataloader-pdf-cli.jar')
    classPath = [...debianJars.map((name) => `/usr/share/java/${name}.jar`), engine].join(':')
  })
  after(async () => {
    await typesetting.close()
    await rm(folder, { recursive: true, force: true })
  })

  async function typeset(signed: DecisionPackage, name: string): Promise<{ paper: Buffer; path: string }> {
    const pageUrl = (id: string, page: number) => `https://portico.test/${id}/${page}`
    const paper = await typesetting.typeset(printDecision(signed, { sha256: 'd'.repeat(64), pageUrl }))
    const path = join(folder, `${name}.pdf`)
    await writeFile(
      path,
      await sealPdf(paper, key, { reason: 'Seals a test', at: new Date('2026-11-01T12:00:00Z') }),
    )
    return { paper, path }
  }
  const validate = async (paths: string[]) => {
    const program = join(import.meta.dirname, 'Validate.java')
    const { stdout } = await run('java', ['-cp', classPath, program, 'ua1,2a', ...paths])
    return stdout.trim().split('\n')
  }

  it('conforms to PDF/UA-1 and to PDF/A-2a, whatever it says', async () => {
    const plain = await typeset(testPackage(), 'plain')
    const odd = testPackage()
    odd.sections[0]?.content.push({ type: 'paragraph', content: [{ type: 'text', text: awkward }] })
    const strange = await typeset(odd, 'strange')
    const lines = await validate([plain.path, strange.path])
    assert.deepEqual(
      lines.filter((line) => !/^checked (ua1|2a) \d{4,} true$/.test(line)),
      [],
    )
    assert.equal(lines.length, 4)
  })

  it('conforms with tables that span pages, and with footnotes in every place', async () => {
    const [table] = richBlocks.filter((block) => block.type === 'table')
    const rows = Array.from({ length: 80 }, () => table!.rows).flat()
    const { path } = await typeset(withBlocks([...richBlocks, { ...table!, rows }]), 'tables')
    const lines = await validate([path])
    assert.deepEqual(
      lines.filter((line) => !/^checked (ua1|2a) \d{4,} true$/.test(line)),
      [],
    )
    const { stdout } = await run('pdftotext', ['-layout', path, '-'])
    // Its header comes again on each page.
    assert.ok(stdout.split('\f').filter((page) => /Date +Examiner +Finding/.test(page)).length > 2)
  })

  it('conforms with parts of every kind, and with a table of authorities', async () => {
    const { path } = await typeset(structuredPackage(), 'parts')
    const lines = await validate([path])
    assert.deepEqual(
      lines.filter((line) => !/^checked (ua1|2a) \d{4,} true$/.test(line)),
      [],
    )
    assert.equal(lines.length, 2)
  })

  it('conforms with the letters of every language, each with marks that stand above and below it', async (test) => {
    const main = join(folder, 'node_modules/cldr-misc-full/main')
    const letters = new Set<string>()
    for (const language of await readdir(main)) {
      const file = await readFile(join(main, language, 'characters.json'), 'utf8')
      const { main: of } = JSON.parse(file) as Exemplars
      const { exemplarCharacters, auxiliary = '' } = of[language]?.characters ?? {}
      for (const letter of lettersIn(`${exemplarCharacters ?? ''} ${auxiliary}`)) letters.add(letter)
    }
    const clusters = [...letters].filter((letter) => [...letter.normalize('NFD')].length > 1)
    const words = [...clusters, ...clusters.map((letter) => `${letter}\u0303`), ...names]
    const signed = testPackage()
    for (let at = 0; at < words.length; at += 60) {
      const text = words.slice(at, at + 60).join(' ')
      signed.sections[0]?.content.push({ type: 'paragraph', content: [{ type: 'text', text }] })
    }
    const { path } = await typeset(signed, 'letters')
    const lines = await validate([path])
    test.diagnostic(`${words.length} words, ${letters.size} letters: ${lines.join(', ')}`)
    assert.ok(clusters.length > 500)
    assert.deepEqual(
      lines.filter((line) => !/^checked (ua1|2a) \d{4,} true$/.test(line)),
      [],
    )
  })

  it('gives names with several marks back to Poppler, each in one piece', async () => {
    const words = 'Ọ̀ṣun gbọ́ ẹ̀kọ́ ọ̀rọ̀ ė̃ Žilė̃ ų̄́ m̃ j̇̃ Nguyễn Trần ị́ ụ̀ ọ́'.split(' ')
    const signed = testPackage()
    const text = words.join(' and ')
    signed.sections[0]?.content.push({ type: 'paragraph', content: [{ type: 'text', text }] })
    const { path } = await typeset(signed, 'names')
    const { stdout } = await run('pdftotext', [path, '-'])
    // It puts marks of one letter into the order in which they stand on the page.
    const inOrder = (word: string) =>
      word.normalize('NFD').replaceAll(/\p{M}+/gu, (marks) => [...marks].toSorted().join(''))
    const found = stdout.split(/\s+/).map(inOrder)
    assert.deepEqual(
      words.filter((word) => !found.includes(inOrder(word))),
      [],
    )
  })

  it('is found wanting where a claim is missing', async () => {
    const { paper, path } = await typeset(testPackage(), 'unclaimed')
    await writeFile(
      path,
      Buffer.from(paper.toString('latin1').replace('>A</pdfaid:', '>Z</pdfaid:'), 'latin1'),
    )
    assert.match((await validate([path])).join('\n'), /failed 2a 6\.6\.4/)
  })
})

const withBlocks = (blocks: PackageBlock[]): DecisionPackage => {
  const signed = testPackage()
  signed.sections[1]?.content.push(...blocks)
  return signed
}

type Exemplars = {
  main: Record<string, { characters: { exemplarCharacters?: string; auxiliary?: string } }>
}

/** Letters of a set as CLDR writes it: `[a á {ch} {ọ̀}]`, with escapes. */
function lettersIn(set: string): string[] {
  const written = set.replaceAll(/\\u\{?([0-9A-Fa-f]{4,6})\}?/g, (_, code: string) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  )
  return written
    .split(/[\s[\]{}\\]+/)
    .filter((letter) => letter !== '' && letter !== '-')
    .map((letter) => letter.normalize('NFC'))
}

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const certificate = selfSigned({
  privateKey,
  commonName: 'Decision seal',
  organisation: 'portico.test',
  from: new Date('2026-01-01T00:00:00Z'),
  until: new Date('2051-01-01T00:00:00Z'),
})
const key = sealingKey(privateKey, certificate)
