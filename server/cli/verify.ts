import { readFile } from 'node:fs/promises'
import type { Command } from 'commander'
import type { FileVerification } from '../app/verify-file.ts'
import { Refusal } from '../core/kernel.ts'
import { commandsOf, exitCodes, withParts } from './command.ts'
import { openTerminal } from './terminal.ts'

type Options = { certificate?: string }

export function addVerify(program: Command) {
  commandsOf(program)<Options>(
    'verify',
    'Check the chains of events, of one case or of all; or a ZIP that was exported',
    (options, what) =>
      what?.endsWith('.zip') ? verifyPackage(what, options) : verifyEvents(what, options.json),
  )
    .argument(
      '[what]',
      'the id of a case, or a ZIP file, which is checked without a database; every case otherwise',
    )
    .option('--certificate <file>', 'PEM: of a decision, also check that this certificate has sealed it')

  commandsOf(program)(
    'seal-certificate',
    'Print the certificate that decisions are sealed with, for those who verify them',
    (options) =>
      withParts(async ({ sealingKeys }) => {
        const { pemOf } = await import('../files/decision/pem.ts')
        const pem = pemOf(await sealingKeys.current())
        openTerminal({ isJson: options.json }).say({ pem }, [pem.trimEnd()])
      }),
  )
}

async function verifyEvents(caseId: string | undefined, isJson: boolean) {
  const { verify } = await import('../app/verify.ts')
  await withParts(async ({ db }) => {
    const terminal = openTerminal({ isJson })
    const result = await verify(db, caseId === undefined ? {} : { caseId })
    if (caseId !== undefined && result.cases === 0)
      throw new Refusal('notFound', 'There is no case with this id.')
    terminal.say(result, [
      ...result.faults.map(({ caseId, sequence, what }) => `${caseId} event ${sequence}: ${what}`),
      `${result.events} events of ${result.cases} cases: ${result.faults.length === 0 ? 'every chain holds' : `${result.faults.length} faults`}.`,
    ])
    if (result.faults.length > 0) process.exitCode = exitCodes.failed
  })
}

async function verifyPackage(path: string, { json, certificate }: Options & { json: boolean }) {
  const { verifyFile } = await import('../app/verify-file.ts')
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
