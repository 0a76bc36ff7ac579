import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import { thingOf } from '../app/custody/lost-files.ts'
import type { FileVerification } from '../app/verify/verify-file.ts'
import type { FilesVerification } from '../app/verify/verify-files.ts'
import { Refusal } from '../core/kernel/decider.ts'
import type { Parts } from '../main.ts'
import { commandsOf, exitCodes, withParts } from './command.ts'
import { openTerminal, type Terminal } from './terminal.ts'

type Options = { certificate?: string; files?: boolean }

export function addVerify(program: Command) {
  commandsOf(program)<Options>(
    'verify',
    'Verify the event chain and the drafts of one case or of all, or an exported ZIP',
    (options, what) => (what?.endsWith('.zip') ? verifyPackage(what, options) : verifyEvents(what, options)),
  )
    .argument(
      '[what]',
      'the id of a case, or a ZIP file, which is checked without a database; every case otherwise',
    )
    .option('--files', 'also read every stored file and compare it with its hash')
    .option('--certificate <file>', 'PEM: also check that this certificate sealed the decision')

  commandsOf(program)(
    'seal-certificate',
    'Print the certificate that seals decisions, for those who verify them',
    (options) =>
      withParts(async ({ sealingKeys }) => {
        const { pemOf } = await import('../files/decision/pem.ts')
        const pem = pemOf(await sealingKeys.current())
        openTerminal({ isJson: options.json }).say({ pem }, [pem.trimEnd()])
      }),
  )
}

async function verifyEvents(
  caseId: string | undefined,
  { json: isJson, files }: Options & { json: boolean },
) {
  const { verify } = await import('../app/verify/verify.ts')
  await withParts(async ({ db, verifyFiles }) => {
    const terminal = openTerminal({ isJson })
    const result = await verify(db, caseId === undefined ? {} : { caseId })
    if (caseId !== undefined && result.cases === 0)
      throw new Refusal('notFound', 'There is no case with this id.')
    const { verifyDrafts } = await import('../app/verify/verify-drafts.ts')
    const drafts = await verifyDrafts(db, caseId === undefined ? {} : { caseId })
    const stored = files ? await checkFiles(verifyFiles, caseId, terminal) : undefined
    terminal.say({ ...result, drafts, ...(stored ? { files: stored } : {}) }, [
      ...result.faults.map(({ caseId, sequence, what }) => `${caseId} event ${sequence}: ${what}`),
      ...drafts.faults.map(({ caseId, workProductId, what }) => `${caseId} draft ${workProductId}: ${what}`),
      ...(stored?.faults.flatMap(faultLines) ?? []),
      `${result.events} events of ${result.cases} cases: ${outcomeOf(result.faults, 'every chain holds')}.`,
      ...(drafts.drafts === 0
        ? []
        : [
            `${drafts.changes} changes of ${drafts.drafts} drafts: ${outcomeOf(drafts.faults, 'every version is what was typed')}.`,
          ]),
      ...(stored
        ? [`${stored.files} stored files: ${outcomeOf(stored.faults, 'all are as received')}.`]
        : []),
    ])
    if (result.faults.length + drafts.faults.length + (stored?.faults.length ?? 0) > 0)
      process.exitCode = exitCodes.failed
  })
}

async function checkFiles(
  verifyFiles: Parts['verifyFiles'],
  caseId: string | undefined,
  terminal: Terminal,
): Promise<FilesVerification> {
  const progress = terminal.progress('Files')
  const result = await verifyFiles({ ...(caseId === undefined ? {} : { caseId }), onProgress: progress.at })
  progress.end()
  return result
}

/** One for each place that names the bytes. */
function faultLines({ sha256, what, uses }: FilesVerification['faults'][number]): string[] {
  return uses.map(
    (use) =>
      `${use.caseId === null ? '' : `${use.caseId} `}${use.subject}: ${thingOf(use)} is ${what} (sha256 ${sha256})`,
  )
}

function outcomeOf(faults: readonly unknown[], good: string): string {
  return faults.length === 0 ? good : `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}`
}

async function verifyPackage(path: string, { json, certificate }: Options & { json: boolean }) {
  const { verifyFile } = await import('../app/verify/verify-file.ts')
  const { openPdfWorkers } = await import('../files/pdf/pdf-workers.ts')
  const trusted = certificate === undefined ? undefined : await certificateIn(certificate)
  const pdf = openPdfWorkers()
  try {
    const result = await verifyFile(path, { pdf, trusted }).catch(missingFile(path))
    openTerminal({ isJson: json }).say(result, linesOn(result))
    if (result.faults.length > 0) process.exitCode = exitCodes.failed
  } finally {
    await pdf.close()
  }
}

async function certificateIn(path: string) {
  const { certificatesIn } = await import('../files/decision/pem.ts')
  const [certificate] = certificatesIn(await readFile(path, 'utf8').catch(missingFile(path)))
  if (!certificate) throw new Refusal('invalid', `There is no certificate in ${path}.`)
  return certificate
}

const missingFile = (path: string) => (error: NodeJS.ErrnoException) => {
  throw error.code === 'ENOENT' ? new Refusal('notFound', `There is no file ${path}.`) : error
}

function linesOn({ documents, events, head, decision, faults, notes }: FileVerification): string[] {
  const outcome = faults.length === 0 ? 'all of it holds' : `${faults.length} faults`
  return [
    ...faults.map(({ part, what }) => `${part}: ${what}`),
    ...notes,
    ...(decision
      ? [
          `${decision.title} in docket ${decision.docketNumber}, signed by ${decision.signedBy} at ${decision.signedAt}${decision.status === 'recalled' ? ', recalled since' : ''}.`,
          ...(decision.seal
            ? [`Sealed by ${decision.seal.subject}, with the fingerprint ${decision.seal.fingerprint}.`]
            : []),
          `${decision.citations} citations of ${documents} documents, and ${events} events: ${outcome}.`,
        ]
      : [`${documents} documents and ${events} events: ${outcome}.`]),
    ...(head ? [`The chain ends with ${head}.`] : []),
  ]
}
