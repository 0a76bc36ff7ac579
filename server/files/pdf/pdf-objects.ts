import { readFile, rm, writeFile } from 'node:fs/promises'
import type { PdfWorkers } from './pdf-workers.ts'
import { asTheyAre, qpdfPath } from './qpdf.ts'

/** An object as qpdf's JSON has it: names are "/Name", references "12 0 R", texts "u:text". */
export type PdfValue = null | boolean | number | string | PdfValue[] | PdfDictionary
export type PdfDictionary = { [key: string]: PdfValue }

/** By reference, or "trailer". */
export type PdfObjects = Map<string, PdfValue>

type QpdfJson = { qpdf: [{ maxobjectid: number }, Record<string, { value: PdfValue }>] }

export async function readObjects(
  pdf: PdfWorkers,
  path: string,
  references: readonly string[],
  signal?: AbortSignal,
): Promise<{ objects: PdfObjects; maxObjectId: number }> {
  const output = `${path}.objects.json`
  const wanted = references.map(
    (reference) => `--json-object=${reference.replace(/^(\d+) (\d+) R$/, '$1,$2')}`,
  )
  const args = ['--json=2', '--json-key=qpdf', ...wanted, '--no-warn', qpdfPath(path), qpdfPath(output)]
  await pdf.qpdf(args, { signal })
  const { qpdf } = JSON.parse(await readFile(output, 'utf8')) as QpdfJson
  await rm(output)
  const objects = Object.entries(qpdf[1]).map(
    ([key, { value }]) => [key.replace(/^obj:/, ''), value] as const,
  )
  return { objects: new Map(objects), maxObjectId: qpdf[0].maxobjectid }
}

/** Writes the file again with these objects in the place of those it has, or added to them. */
export async function writeWithObjects(
  pdf: PdfWorkers,
  path: string,
  objects: PdfObjects,
  output: string,
  signal?: AbortSignal,
): Promise<void> {
  const update = `${path}.update.json`
  const entries = [...objects].map(([key, value]) => [key === 'trailer' ? key : `obj:${key}`, { value }])
  const maxobjectid = Math.max(0, ...[...objects.keys()].map((key) => Number.parseInt(key, 10) || 0))
  const header = {
    jsonversion: 2,
    pushedinheritedpageresources: false,
    calledgetallpages: false,
    maxobjectid,
  }
  await writeFile(update, JSON.stringify({ qpdf: [header, Object.fromEntries(entries)] }))
  const options = [...asTheyAre, '--object-streams=generate', '--deterministic-id', '--min-version=1.7']
  await pdf.qpdf([qpdfPath(path), `--update-from-json=${qpdfPath(update)}`, ...options, qpdfPath(output)], {
    signal,
  })
}
