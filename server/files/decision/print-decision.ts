import type {
  DecisionPackage,
  PackageAuthorities,
  PackageBlock,
  PackageCitation,
  PackageDisposition,
  PackageSection,
} from '@portico/contract/decision-package'
import { inReadingOrder, type Laid, type LaidSection, layOut } from '../../core/decision/layout.ts'
import { fullName } from '../../core/party/names.ts'
import { printLaid } from './print-blocks.ts'
import type { PrintedAuthorities, PrintedDecision, PrintedIssue } from './printed-decision.ts'

export type PrintOptions = {
  /** The hash of the package, as the last line says it. */
  sha256: string
  /** Where a page of a case is read. */
  pageUrl: (caseId: string, page: number) => string
  notice?: string | undefined
}

export type DraftOptions = Omit<PrintOptions, 'sha256'> & { madeAt: Date }

const words = {
  page: 'page',
  of: 'of',
  issues: 'Issues',
  order: 'Order',
  reasons: 'Reasons',
  recipients: 'Copies to',
  evidence: 'Evidence cited',
}

/** Lays a package out as a decision is read: nothing is added to what was signed, and nothing is looked up. */
export function printDecision(signed: DecisionPackage, options: PrintOptions): PrintedDecision {
  const { case: facts, workProduct, signature, citations, dispositions, sections, structure } = signed
  const urlOf = (citation: PackageCitation) => options.pageUrl(facts.id, citation.anchor.page)
  const cited = new Map(citations.map((citation) => [citation.number, citation]))
  const blocksOf = (laid: readonly Laid<PackageBlock>[], below: number) =>
    printLaid(laid, below, (number) => {
      const citation = cited.get(number)
      return citation && urlOf(citation)
    })
  const decided = sections.filter(
    ({ issueId }) => issueId === undefined || dispositions.some((one) => one.issueId === issueId),
  )
  const laid = layOut(decided, structure)
  const kindOf = (kind: LaidSection<PackageBlock>['kind']) => laid.filter((section) => section.kind === kind)
  const outside = (kind: 'opening' | 'closing') => blocksOf(inReadingOrder(kindOf(kind)), 0)
  const ofIssue = (kind: 'order' | 'reasons', issueId: string) =>
    kindOf(kind).flatMap(({ issues = [] }) =>
      issues.flatMap((issue) => (issue.issueId === issueId ? issue.blocks : [])),
    )
  const headingOf = (kind: 'issues' | 'order' | 'reasons') => kindOf(kind)[0]?.heading ?? words[kind]
  return {
    language: 'en',
    title: `${workProduct.title} ${facts.docketNumber}`,
    heading: workProduct.title,
    date: dayOf(signature.at),
    words: {
      ...words,
      issues: headingOf('issues'),
      order: headingOf('order'),
      reasons: headingOf('reasons'),
    },
    masthead: signed.profile.label,
    parties: partiesOf(signed),
    facts: [
      { name: 'Docket number', value: facts.docketNumber },
      { name: 'Received', value: longDate(facts.receiptDate) },
      { name: 'Decided', value: longDate(signature.at) },
    ],
    opening: outside('opening'),
    issues: dispositions.map((disposition) => {
      const section = sections.find(({ issueId }) => issueId === disposition.issueId)
      return printIssue(disposition, section, {
        ordered: blocksOf(ofIssue('order', disposition.issueId), 1),
        blocks: blocksOf(ofIssue('reasons', disposition.issueId), 2),
      })
    }),
    orders: ordersOf(kindOf('order'), dispositions),
    parts: kindOf('part').map(({ heading = '', blocks = [] }) => ({ heading, blocks: blocksOf(blocks, 1) })),
    closing: outside('closing'),
    signature: {
      name: signature.name,
      lines: [
        'Signed electronically',
        `${longDate(signature.at)}, ${signature.at.slice(11, 16)} UTC`,
        ...inTheirPlace(signed),
      ],
    },
    recipients: signed.recipients.map(({ name, role }) => `${name} (${inWords(role).toLowerCase()})`),
    evidence: citations
      .toSorted((one, other) => one.number - other.number)
      .map((citation) => ({
        name: citation.documentName,
        place: `page ${citation.anchor.page} of the case, page ${citation.documentPage} of the document`,
        ...(citation.anchor.quote ? { quote: `“${citation.anchor.quote}”` } : {}),
        url: urlOf(citation),
      })),
    ...authoritiesOf(signed),
    footer: `Docket ${facts.docketNumber}`,
    ...(options.notice ? { notice: options.notice } : {}),
    colophon: [
      'This file carries an electronic seal, and no word of it can be changed without breaking it. It was made from the decision package with the SHA-256 hash',
      options.sha256,
    ],
  }
}

/** Where somebody signed who did not hold the review: in whose place, and why. */
function inTheirPlace({ override }: DecisionPackage): string[] {
  if (!override) return []
  const name = override.name ?? override.holder?.name
  return [
    name === undefined
      ? `Nobody held the review: ${override.why}`
      : `In the place of ${name}, who held the review: ${override.why}`,
  ]
}

/** The same page by page, marked as what nobody has signed. */
export function printDraft(
  draft: Omit<DecisionPackage, 'manifest'>,
  { madeAt, ...options }: DraftOptions,
): PrintedDecision {
  const printed = printDecision({ ...draft, manifest: [] }, { ...options, sha256: '' })
  const { version } = draft.workProduct
  return {
    ...printed,
    watermark: 'Draft',
    facts: printed.facts.map((fact) => (fact.name === 'Decided' ? { ...fact, value: 'Not yet' } : fact)),
    signature: { name: draft.signature.name, lines: ['Not signed'] },
    footer: `${printed.footer} · Draft, version ${version}`,
    colophon: [
      `Draft of version ${version}, made on ${longDate(madeAt.toISOString())}. It is neither signed nor sealed.`,
    ],
  }
}

function printIssue(
  { disposition, reasons, description, issueType }: PackageDisposition,
  section: PackageSection | undefined,
  blocks: Pick<PrintedIssue, 'ordered' | 'blocks'>,
): PrintedIssue {
  return {
    title: section?.heading ?? description ?? issueType.label,
    disposition: disposition.label,
    order: reasons.map(({ reason, timing }) =>
      timing ? `${reason.label} (${inWords(timing).toLowerCase()})` : reason.label,
    ),
    ...blocks,
  }
}

/** A disposition whose issue has no section is ordered like the others. */
function ordersOf(
  orders: readonly LaidSection<PackageBlock>[],
  dispositions: readonly PackageDisposition[],
): PrintedDecision['orders'] {
  const numbers = new Map(dispositions.map(({ issueId }, index) => [issueId, index + 1]))
  const printed = orders.map(({ heading = words.order, issues = [] }) => ({
    heading,
    issues: issues.map(({ issueId }) => numbers.get(issueId) ?? 0),
  }))
  const laid = new Set(printed.flatMap(({ issues }) => issues))
  const others = [...numbers.values()].filter((number) => !laid.has(number))
  if (others.length === 0) return printed
  const [first = { heading: words.order, issues: [] }, ...rest] = printed
  return [{ ...first, issues: [...first.issues, ...others].sort((one, other) => one - other) }, ...rest]
}

/** The table, if the profile prints one: each with the issues that name it. */
function authoritiesOf({ authorities, dispositions }: DecisionPackage): { authorities?: PrintedAuthorities } {
  if (authorities?.heading === undefined) return {}
  const numbers = new Map(dispositions.map(({ issueId }, index) => [issueId, index + 1]))
  return {
    authorities: {
      heading: authorities.heading,
      groups: authorities.groups.map(({ label, authorities: named }) => ({
        label,
        authorities: named.map(({ text, places }) => ({ text, places: inWhich(places, numbers) })),
      })),
    },
  }
}

type Places = PackageAuthorities['groups'][number]['authorities'][number]['places']

function inWhich(places: Places, numbers: ReadonlyMap<string, number>): string {
  const issues = [...new Set(places.flatMap(({ issueId = '' }) => numbers.get(issueId) ?? []))]
  issues.sort((one, other) => one - other)
  if (issues.length === 0) return ''
  return `${issues.length === 1 ? 'issue' : 'issues'} ${issues.join(', ')}`
}

/** The one whom the case is about first; then the others, each once. */
function partiesOf({ case: facts, recipients }: DecisionPackage): PrintedDecision['parties'] {
  const subject = fullName(facts.veteran)
  const representatives = recipients.flatMap(({ representation }) => representation ?? [])
  const isRepresentative = (partyId: string) =>
    representatives.some(({ representativeId }) => representativeId === partyId)
  const roles = new Map([[subject, 'In the matter of']])
  for (const { partyId, name, role } of recipients)
    if (!roles.has(name)) roles.set(name, isRepresentative(partyId) ? 'Represented by' : inWords(role))
  for (const { name } of representatives) if (name && !roles.has(name)) roles.set(name, 'Represented by')
  return [...roles].map(([name, role]) => ({ role, name }))
}

function dayOf(at: string): PrintedDecision['date'] {
  const [year = 1, month = 1, day = 1] = at.slice(0, 10).split('-').map(Number)
  return { year, month, day }
}

function longDate(at: string): string {
  const date = new Date(at.slice(0, 10))
  return date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })
}

/** A name of the profile as people write it: `powerOfAttorney` is power of attorney. */
function inWords(name: string): string {
  const spaced = name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').replaceAll(/[-_]/g, ' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1).toLowerCase()
}
