import type {
  Blockers,
  Case,
  DecisionPackageDetail,
  Finding,
  WorkProduct,
  WorkProductPreview,
} from '@portico/sdk'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { fileName } from '../cases/names.ts'
import { decisionQuery } from '../data/case.ts'
import { useLiveCase } from '../data/live.ts'
import { useProfile } from '../data/profile.ts'
import { caseDetail } from '../data/queries.ts'
import { commentsQuery, findingsQuery, previewQuery, workProductQuery } from '../data/writing.ts'
import { useTitle } from '../frame/title.ts'
import { Answer } from '../ui/answer.tsx'
import { type Shortcut, useShortcuts } from '../ui/shortcuts.ts'
import { StatusBar } from '../ui/status-bar.tsx'
import { useWhileOpen } from '../ui/while-open.ts'
import { words as lists } from '../words/lists.ts'
import { words } from '../words/writing.ts'
import { Comparison } from './comparison.tsx'
import { DecisionText } from './decision-text.tsx'
import { DeskHead } from './desk-head.tsx'
import { DeskSide, loadPdfPart } from './desk-side.tsx'
import type { Decided, FoundHere } from './places.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { SignDialog } from './sign-dialog.tsx'
import { useThreads } from './threads.ts'
import { useDeskAddress, useDeskPlaces } from './use-desk-places.ts'
import { type DeskSteps, useDeskSteps } from './use-desk-steps.ts'
import './writing.css'

const from = '/frame/cases/$caseId/write/$workProductId'

/** A work product as text with its citations, reviewed and signed; then what becomes of it. */
export function Writing() {
  const { caseId, workProductId } = useParams({ from })
  const { data: caseFile } = useQuery(caseDetail(caseId))
  const found = useQuery(workProductQuery(caseId, workProductId))
  useTitle(found.data && caseFile ? `${found.data.title}: ${fileName(caseFile.veteran)}` : words.title)
  useLiveCase(caseId, caseFile?.version)
  const back = (
    <Link className="button" to="/cases/$caseId" params={{ caseId }}>
      {words.none.back}
    </Link>
  )
  return (
    <Answer query={found} wayOn={back}>
      {(product) => <Loaded key={product.id} caseId={caseId} caseFile={caseFile} product={product} />}
    </Answer>
  )
}

const none: readonly Finding[] = []

type Loaded = { caseId: string; caseFile: Case | undefined; product: WorkProduct }
type Shown = { text: DeskText; preview?: WorkProductPreview; warnings?: readonly Finding[] | undefined }
export type DeskText = Decided & { dispositions: WorkProductPreview['dispositions'] }

function Loaded(loaded: Loaded) {
  const { caseId, product } = loaded
  const isSigned = product.signed !== undefined
  const preview = useQuery({ ...previewQuery(caseId, product.id), enabled: !isSigned, select: asPreview })
  const decision = useQuery({ ...decisionQuery(caseId, product.id), enabled: isSigned, select: asDecision })
  // What was read stays until what was signed is there, and with it whatever is open over it.
  const shown: UseQueryResult<Shown | null> =
    isSigned && (decision.data || !preview.data) ? decision : preview
  return <Answer query={shown}>{(found) => (found ? <Desk {...loaded} {...found} /> : null)}</Answer>
}

const asPreview = (preview: WorkProductPreview): Shown => ({ text: preview, preview })
const asDecision = (found: DecisionPackageDetail | null): Shown | null => {
  if (!found) return null
  const { package: signed, layout } = found
  return { text: { ...signed, ...(layout ? { layout } : {}) }, warnings: signed.warnings }
}

function Desk({ caseId, caseFile, product, text, preview, warnings = none }: Loaded & Shown) {
  const profile = useProfile()
  const { status, actions, signed } = product
  const isWritten = status === 'draft' || status === 'inReview'
  const mayComment = actions.may.includes('comment')
  const checks = useQuery({ ...findingsQuery(caseId, product.id), enabled: isWritten })
  const comments = useQuery(commentsQuery(caseId, product.id))
  const threads = useThreads(caseId, product, comments.data)
  const findings: FoundHere[] = useMemo(
    () =>
      signed
        ? warnings.map((warning) => ({ ...warning, isBlocker: false }))
        : [
            ...(checks.data?.blockers.map((blocker) => ({ ...blocker, isBlocker: true })) ?? []),
            ...(checks.data?.warnings.map((warning) => ({ ...warning, isBlocker: false })) ?? []),
          ],
    [signed, warnings, checks.data],
  )
  const blockers = findings.filter(({ isBlocker }) => isBlocker).length

  const desk = useRef<HTMLDivElement>(null)
  const address = useDeskAddress(caseId, product.id, signed !== undefined)
  const places = useDeskPlaces({ desk, productId: product.id, text, findings, threads, address })
  const steps = useDeskSteps(caseId, product, loadPdfPart)
  useDeskKeys(caseId, { address, places, steps })

  return (
    <div className="writing" ref={desk}>
      <DeskHead caseId={caseId} caseFile={caseFile} product={product} steps={steps} blockers={blockers} />
      <div className={`write-body ${address.side}`} data-part={address.part ?? 'text'}>
        {address.compared ? (
          <Comparison
            caseId={caseId}
            workProductId={product.id}
            {...address.compared}
            profile={profile}
            onBack={() => void address.show({ compare: undefined })}
          />
        ) : (
          <DecisionText
            caseId={caseId}
            product={product}
            decided={text}
            findings={findings}
            threads={threads}
            profile={profile}
            mayComment={mayComment}
            current={places.current}
            onCurrent={places.setCurrent}
            commenting={places.commenting}
            onComment={places.setCommenting}
          />
        )}
        <DeskSide
          {...{ caseId, product, text, preview, profile, findings, threads, checks, comments }}
          {...{ mayComment, address, places }}
        />
      </div>
      <StatusBar
        hints={[
          { keys: ['j', 'k'], name: lists.move },
          { keys: ['n'], name: words.keys.open },
          ...(mayComment ? [{ keys: ['c'], name: words.comments.add }] : []),
          { keys: ['p'], name: words.keys.pdf },
          { keys: ['?'], name: lists.shortcuts },
        ]}
      >
        <span>{words.version(product.version)}</span>
        <span>{words.counts(wordCount(text), text.citations.length)}</span>
        {isWritten && checks.data ? (
          <span className={blockers > 0 ? 'problem' : ''}>
            {[words.findings.blockers(blockers), words.findings.warnings(findings.length - blockers)].join(
              ' · ',
            )}
          </span>
        ) : null}
      </StatusBar>
      <DeskDialogs
        caseId={caseId}
        product={product}
        steps={steps}
        read={preview && checks.data ? { preview, findings: checks.data } : undefined}
        onSigned={address.showOutcome}
      />
    </div>
  )
}

function useDeskKeys(
  caseId: string,
  {
    address: { show },
    places,
    steps: { isOffered, open, submit },
  }: {
    address: ReturnType<typeof useDeskAddress>
    places: ReturnType<typeof useDeskPlaces>
    steps: DeskSteps
  },
) {
  const navigate = useNavigate()
  const where = (name: Parameters<typeof isOffered>[0], shortcut: Shortcut) =>
    isOffered(name) ? [shortcut] : []
  const { keys } = words
  const comment = () => void places.comment(places.current ?? 'whole')
  useShortcuts(words.screen, [
    { keys: ['j'], name: keys.next, run: () => places.step(1), repeats: true },
    { keys: ['k'], name: keys.previous, run: () => places.step(-1), repeats: true },
    { keys: ['n'], name: keys.open, run: places.leadToOpen },
    ...where('comment', { keys: ['c'], name: keys.comment, run: comment }),
    ...where('submit', { keys: ['s'], name: words.actions.submit, run: submit }),
    ...where('sign', { keys: ['s'], name: keys.sign, run: () => open('sign') }),
    ...where('return', { keys: ['x'], name: keys.return, run: () => open('return') }),
    { keys: ['1'], name: keys.check, run: () => void show({ part: 'check' }) },
    { keys: ['2'], name: keys.comments, run: () => void show({ part: 'comments' }) },
    { keys: ['3'], name: keys.versions, run: () => void show({ part: 'versions' }) },
    { keys: ['p'], name: keys.pdf, run: () => void show({ part: 'pdf' }) },
    {
      keys: ['r'],
      name: keys.read,
      run: () => void navigate({ to: '/cases/$caseId/read', params: { caseId } }),
    },
  ])
}

function DeskDialogs({
  caseId,
  product,
  steps,
  read,
  onSigned,
}: {
  caseId: string
  product: WorkProduct
  steps: DeskSteps
  /** What whoever signs has read. */
  read: { preview: WorkProductPreview; findings: Blockers } | undefined
  onSigned: () => void
}) {
  const dialog = useWhileOpen(steps.asked, steps.dialog)
  const signing = useWhileOpen(dialog === 'sign' ? dialog : undefined, read)
  return (
    <>
      {signing ? (
        <SignDialog
          caseId={caseId}
          product={product}
          {...signing}
          onClose={steps.close}
          onSigned={() => {
            steps.noteSigned()
            onSigned()
          }}
        />
      ) : null}
      {dialog && dialog !== 'sign' ? (
        <ReasonDialog
          caseId={caseId}
          product={product}
          kind={dialog}
          shown={dialog === 'submit' ? steps.submissionEnding : undefined}
          onClose={steps.close}
        />
      ) : null}
    </>
  )
}

function wordCount({ sections }: Decided): number {
  let count = 0
  JSON.stringify(sections, (key, value) => {
    if (key === 'text' && typeof value === 'string') count += value.split(/\s+/).filter(Boolean).length
    return value
  })
  return count
}
