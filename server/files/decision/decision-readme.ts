import type { DecisionPackage } from '@portico/contract/decision-package'
import { decisionFiles } from './decision-manifest.ts'

/** What whoever opens the ZIP reads first. */
export function decisionReadme(
  signed: DecisionPackage,
  { recalled, notice }: { recalled?: { at: string; why: string } | undefined; notice?: string | undefined },
): string {
  const { case: facts, workProduct, signature, dispositions } = signed
  const lines = [
    `${workProduct.title} in docket ${facts.docketNumber}`,
    `${signed.profile.label}`,
    '',
    `Signed by ${signature.name} on ${signature.at}.`,
    ...(recalled ? [`RECALLED on ${recalled.at}: ${recalled.why}`] : []),
    ...(notice ? [notice] : []),
    '',
    ...dispositions.map(
      ({ number, disposition, description, issueType }) =>
        `${number}. ${disposition.label}: ${description ?? issueType.label}`,
    ),
    '',
    'In this package:',
    '',
    `${decisionFiles.decision}            the decision, sealed`,
    `${decisionFiles.package}   what was signed, as data`,
    'documents/              the documents that are cited',
    `${decisionFiles.pageTexts}         what the cited pages say, as it was read or recognised`,
    `${decisionFiles.events}           everything that happened to the case, each event chained to the one before`,
    `${decisionFiles.certificates}                the certificate of whoever made this package`,
    `${decisionFiles.manifest}           the length and SHA-256 of every file`,
    `${decisionFiles.signature}            the signature of the manifest, by the certificate`,
    '',
    'To prove all of it on any machine, without a network:',
    '',
    '    npx portico verify THIS-FILE.zip',
    '',
  ]
  return lines.map((line) => line.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')).join('\n')
}
