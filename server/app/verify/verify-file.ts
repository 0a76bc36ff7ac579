import { BadZip, type OpenedZip, readZip, sealHolds } from '../../files/read-zip.ts'
import { asCaseManifest, verifyCaseFile } from './verify-case-file.ts'
import { asDecisionManifest, type ProvenDecision, verifyDecision } from './verify-decision.ts'
import { type Report, readParts, type VerifyOptions, type ZipParts } from './zip-parts.ts'

export type FileFault = { part: string; what: string }

export type FileVerification = {
  caseId?: string
  documents: number
  events: number
  /** The last link of the chain, to be held against that of the service. */
  head?: string
  /** Of a package that carries a decision. */
  decision?: ProvenDecision
  faults: FileFault[]
  /** What nobody could hold against anything, although nothing is wrong with it. */
  notes: string[]
}

/**
 * Checks a package that was exported, without any database: that it is whole, every file against the manifest, the
 * chain of events, and the documents against what the events say was filed; of a decision also its seal, what was
 * signed, and every citation.
 */
export async function verifyFile(path: string, options: VerifyOptions): Promise<FileVerification> {
  const result: FileVerification = { documents: 0, events: 0, faults: [], notes: [] }
  const fault: Report = (part, what) => void result.faults.push({ part, what })
  let zip: OpenedZip | undefined
  try {
    zip = await readZip(path)
    await verifyParts(await readParts(zip.entries, fault), options, result, fault)
  } catch (error) {
    if (!(error instanceof BadZip)) throw error
    fault('the ZIP', error.message)
  } finally {
    zip?.close()
  }
  const seal = await sealHolds(path)
  if (seal === undefined) fault('the seal', 'the hash of the whole is missing')
  else if (!seal && result.faults.length === 0)
    fault('the ZIP', 'something was changed outside of its parts, or the hash of the whole was')
  return result
}

async function verifyParts(parts: ZipParts, options: VerifyOptions, result: FileVerification, fault: Report) {
  const { events } = parts
  result.events = events.count
  if (events.head) result.head = events.head
  const value = parseJson(parts.manifest)
  const caseManifest = asCaseManifest(value)
  const decisionManifest = asDecisionManifest(value)
  const manifest = caseManifest ?? decisionManifest
  if (!manifest) return fault('manifest.json', 'it is missing or cannot be read')
  result.caseId = manifest.case.id
  result.documents = manifest.documents.length
  for (const what of events.faults) fault('events.ndjson', what)
  if (events.count !== manifest.events.count || events.count !== manifest.case.version)
    fault('events.ndjson', `it has ${events.count} events, and the case ${manifest.case.version}`)
  if (events.caseIds.some((caseId) => caseId !== manifest.case.id))
    fault('events.ndjson', 'it has events of another case')
  if (events.unnamed > 0) result.notes.push(unnamedNote(events.unnamed))
  if (caseManifest) verifyCaseFile(caseManifest, parts, fault)
  if (!decisionManifest) return
  const { decision, notes } = await verifyDecision(decisionManifest, parts, options, fault)
  if (decision) result.decision = decision
  result.notes.push(...notes)
}

const unnamedNote = (count: number) =>
  `${count} ${count === 1 ? 'event does' : 'events do'} not say who acted, since that is not for whoever exported the file: their payload was checked, but not their own link in the chain. The service verifies it, and so does a file exported by staff.`

function parseJson(text: Buffer | undefined): unknown {
  try {
    return JSON.parse(text?.toString() ?? '')
  } catch {
    return undefined
  }
}
