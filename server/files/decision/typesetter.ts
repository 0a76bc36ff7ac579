import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { initSync, type TypstCompiler, TypstCompilerBuilder } from '@myriaddreamin/typst-ts-web-compiler'
import type { PrintedLetter } from '../letter/printed-letter.ts'
import type { PrintedTranscript } from '../transcript/printed-transcript.ts'
import { claimStandards } from './claim-standards.ts'
import { type Coverage, coverageOf, isCovered } from './font-coverage.ts'
import { isRightToLeft, printable } from './printable.ts'
import type { PrintedBlock, PrintedDecision } from './printed-decision.ts'

const fonts = [
  'fonts/SourceSerif4-Regular.ttf',
  'fonts/SourceSerif4-Italic.ttf',
  'fonts/SourceSerif4-SemiBold.ttf',
  'fonts/SourceSerif4-SemiBoldItalic.ttf',
  'fonts/NotoEmoji-Regular.ttf',
  '../pdf/fonts/DejaVuSans.ttf',
]
const templates = {
  decision: 'decision.typ',
  letter: '../letter/letter.typ',
  transcript: '../transcript/transcript.typ',
}

/** What is typeset, under the name of its template. */
export type Printed =
  | { decision: PrintedDecision }
  | { letter: PrintedLetter }
  | { transcript: PrintedTranscript }

export type Typesetter = (printed: Printed) => Promise<Buffer>

/** A tagged PDF of a decision or a letter; the same bytes each time for the same. It takes the compiler a second to open. */
export async function openTypesetter(): Promise<Typesetter> {
  const wasm = fileURLToPath(import.meta.resolve('@myriaddreamin/typst-ts-web-compiler/wasm'))
  initSync({ module: await readFile(wasm) })
  const builder = new TypstCompilerBuilder()
  builder.set_dummy_access_model()
  const coverages: Coverage[] = []
  for (const name of fonts) {
    const font = await readFile(new URL(name, import.meta.url))
    await builder.add_raw_font(font)
    coverages.push(coverageOf(font))
  }
  const compiler = await builder.build()
  for (const [name, path] of Object.entries(templates))
    compiler.add_source(sourceOf(name), await readFile(new URL(path, import.meta.url), 'utf8'))
  // Slanted and heavy letters come from the upright ones where they are missing, so one of them is enough.
  const isDrawn = (codePoint: number) => codePoint < 0x7f || isCovered(coverages, codePoint)

  return async (printed) => {
    if ('letter' in printed) {
      const letter = asPrintable(printed.letter, isDrawn)
      return claimStandards(compiled(compiler, 'letter', letter), { linkTexts: new Map() })
    }
    if ('transcript' in printed) {
      const transcript = asPrintable(printed.transcript, isDrawn)
      return claimStandards(compiled(compiler, 'transcript', transcript), { linkTexts: new Map() })
    }
    const { decision } = printed
    const { footer, masthead } = decision
    return claimStandards(compiled(compiler, 'decision', asPrintable(decision, isDrawn)), {
      linkTexts: linkTextsOf(decision),
      sealText: `${masthead}: ${footer}`,
    })
  }
}

const sourceOf = (name: string) => `/${name}.typ`

function compiled(compiler: TypstCompiler, name: keyof typeof templates, printed: object): Uint8Array {
  const withDiagnostics = 2
  const { result, diagnostics } = compiler.compile(
    sourceOf(name),
    [[name, JSON.stringify(printed)]],
    'pdf',
    withDiagnostics,
  ) as { result?: Uint8Array; diagnostics?: { message: string }[] }
  // Typst keeps what it has laid out for the next time; here the next one is another.
  compiler.reset()
  if (result) return result
  throw new Error(`Typst refused the ${name}: ${diagnostics?.map(({ message }) => message).join(' ')}`)
}

/** What is read by the template and not by people. */
const codes = new Set(['url', 'type', 'language'])

function asPrintable<Given extends object>(printed: Given, isDrawn: (codePoint: number) => boolean): Given {
  return JSON.parse(JSON.stringify(printed), (key, value) => {
    if (typeof value === 'string') return codes.has(key) ? value : printable(value, isDrawn)
    return isTextBlock(value) && isRightToLeft(textOf(value)) ? { ...value, rightToLeft: true } : value
  }) as Given
}

function isTextBlock(value: unknown): value is PrintedBlock & { runs: { text?: string }[] } {
  return typeof value === 'object' && value !== null && 'runs' in value
}

function textOf({ runs }: { runs: { text?: string }[] }): string {
  return runs.map(({ text = ' ' }) => text).join('')
}

function linkTextsOf(decision: PrintedDecision): Map<string, string> {
  const texts = new Map<string, string>()
  JSON.stringify(decision, (_, value) => {
    if (typeof value?.url === 'string' && typeof value.text === 'string') texts.set(value.url, value.text)
    return value
  })
  for (const { url, name, place } of decision.evidence) texts.set(url, `${name}, ${place}`)
  return texts
}
