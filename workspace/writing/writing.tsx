import type { Case, DecisionPackageDetail, Finding, WorkProduct, WorkProductPreview } from '@portico/sdk'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useRef, useState } from 'react'
import { fileName } from '../cases/names.ts'
import { decisionQuery } from '../data/case.ts'
import { useOpenAfterReload } from '../data/draft.ts'
import { useHolderName } from '../data/holder-name.ts'
import { useLiveCase } from '../data/live.ts'
import { pageSeen } from '../data/page-first.ts'
import { useNameOf } from '../data/people.ts'
import { useProfile } from '../data/profile.ts'
import { caseDetail } from '../data/queries.ts'
import { portico } from '../data/session.ts'
import { commentsQuery, findingsQuery, previewQuery, workProductQuery } from '../data/writing.ts'
import { useTitle } from '../frame/title.ts'
import { Answer } from '../ui/answer.tsx'
import { Button } from '../ui/button.tsx'
import { moment } from '../ui/dates.ts'
import { Unconfirmed, useEnding } from '../ui/ending.tsx'
import { later } from '../ui/later.tsx'
import { type Shortcut, useShortcuts } from '../ui/shortcuts.ts'
import { Failure, Skeleton } from '../ui/states.tsx'
import { StatusBar } from '../ui/status-bar.tsx'
import { useWhileOpen } from '../ui/while-open.ts'
import { words as lists } from '../words/lists.ts'
import { words as override } from '../words/override.ts'
import { words } from '../words/writing.ts'
import { CommentList } from './comment-list.tsx'
import { Comparison } from './comparison.tsx'
import { DecisionText } from './decision-text.tsx'
import { FindingList } from './finding-list.tsx'
import { isNarrow } from './narrow.ts'
import { Outcome } from './outcome.tsx'
import { type Decided, type FoundHere, findingPlace, laidOut, placesOf } from './places.ts'
import { ReasonDialog, type Reasoned } from './reason-dialog.tsx'
import { SentBackBefore } from './sent-back-before.tsx'
import { SignDialog } from './sign-dialog.tsx'
import { type Part, Tabs } from './tabs.tsx'
import { useThreads } from './threads.ts'
import { useProductChange } from './use-product-change.ts'
import { VersionList } from './version-list.tsx'
import './writing.css'

const pdfPart = () => import('./pdf-part.tsx')
const PdfPart = later(async () => (await pdfPart()).PdfPart, <Skeleton lines={12} />, Failure)

const from = '/frame/cases/$caseId/write/$workProductId'

type Offered = WorkProduct['actions']['may'][number]

/** A work product as text with its citations, reviewed and signed; then what becomes of it. */
export function Writing() {
  const { caseId, workProductId } = useParams({ from })
  const { data: of } = useQuery(caseDetail(caseId))
  const found = useQuery(workProductQuery(caseId, workProductId))
  useTitle(found.data && of ? `${found.data.title}: ${fileName(of.veteran)}` : words.title)
  useLiveCase(caseId, of?.version)
  const back = (
    <Link className="button" to="/cases/$caseId" params={{ caseId }}>
      {words.none.back}
    </Link>
  )
  return (
    <Answer query={found} wayOn={back}>
      {(product) => <Loaded key={product.id} caseId={caseId} of={of} product={product} />}
    </Answer>
  )
}

const none: readonly Finding[] = []

type Loaded = { caseId: string; of: Case | undefined; product: WorkProduct }
type Shown = { text: Text; preview?: WorkProductPreview; told?: readonly Finding[] | undefined }
type Text = Decided & { dispositions: WorkProductPreview['dispositions'] }

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
  return { text: { ...signed, ...(layout ? { layout } : {}) }, told: signed.warnings }
}

function Desk({ caseId, of, product, text, preview, told = none }: Loaded & Shown) {
  const { part: asked, compare } = useSearch({ from })
  const navigate = useNavigate()
  const router = useRouter()
  const profile = useProfile()
  const { status, version, actions, signed } = product
  const { may, override } = actions
  const isOffered = (name: Offered) => may.includes(name) || override.includes(name)
  const isWritten = status === 'draft' || status === 'inReview'
  const checks = useQuery({ ...findingsQuery(caseId, product.id), enabled: isWritten })
  const comments = useQuery(commentsQuery(caseId, product.id))
  const threads = useThreads(caseId, product, comments.data)
  const change = useProductChange(caseId)
  const { ending, ...ends } = useEnding(caseId)
  const [dialog, setDialog] = useOpenAfterReload<Reasoned | 'sign'>(`write.${product.id}`)
  const [commenting, setCommenting] = useOpenAfterReload<string>(`comment.${product.id}`)
  const [current, setCurrent] = useState<string>()
  const shownDialog = useWhileOpen(dialog, dialog && isOffered(dialog) ? dialog : undefined)
  const read = preview && checks.data ? { preview, findings: checks.data } : undefined
  const signing = useWhileOpen(shownDialog === 'sign' ? shownDialog : undefined, read)
  const [isSignedHere, setSignedHere] = useState(false)
  useEffect(() => {
    if (signed && isSignedHere) setDialog(undefined)
  }, [signed, isSignedHere, setDialog])
  const maySign = isOffered('sign')
  // Whoever signs reads the pages before, also if the connection is lost in between.
  useEffect(() => {
    if (maySign)
      pageSeen()
        .then(pdfPart)
        .catch(() => {})
  }, [maySign])
  const mayComment = may.includes('comment')
  const findings: FoundHere[] = useMemo(
    () =>
      signed
        ? told.map((one) => ({ ...one, isBlocker: false }))
        : [
            ...(checks.data?.blockers.map((one) => ({ ...one, isBlocker: true })) ?? []),
            ...(checks.data?.warnings.map((one) => ({ ...one, isBlocker: false })) ?? []),
          ],
    [signed, told, checks.data],
  )
  const blockers = findings.filter(({ isBlocker }) => isBlocker).length
  const warnings = findings.length - blockers
  const parts: Part[] = [
    'text',
    ...(signed ? (['outcome'] as const) : []),
    'check',
    'comments',
    'versions',
    'pdf',
  ]
  const part = asked && parts.includes(asked) ? asked : undefined
  const side = part && part !== 'text' ? part : signed ? 'outcome' : 'check'

  const show = (next: { part?: Part | undefined; compare?: string | undefined }) =>
    navigate({ to: '.', search: (before) => ({ ...before, ...next }), replace: true })
  /** Whoever has gone elsewhere while it was signed stays there. */
  const showOutcome = () => {
    const to = '/cases/$caseId/write/$workProductId'
    if (router.matchRoute({ to, params: { caseId, workProductId: product.id } }))
      void show({ part: 'outcome', compare: undefined })
  }
  const laid = useMemo(() => laidOut(text.sections, text.layout), [text.sections, text.layout])
  const blocks = useMemo(
    () =>
      laid.flatMap((one) =>
        [...one.issues.flatMap((issue) => issue.blocks), ...one.blocks].map(({ at }) => at),
      ),
    [laid],
  )
  const order = useMemo(() => ['whole', ...placesOf(laid)], [laid])

  const desk = useRef<HTMLDivElement>(null)
  const [leadTo, setLeadTo] = useState<{ at: string; commentId?: string }>()
  useEffect(() => {
    if (!leadTo) return
    const place = desk.current?.querySelector<HTMLElement>(`[data-place="${leadTo.at}"]`)
    const comment =
      leadTo.commentId && place?.querySelector<HTMLElement>(`.thread[data-id="${leadTo.commentId}"]`)
    const target = comment || place
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: 'center' })
  }, [leadTo])
  /** On a narrow screen the text is behind its own tab. */
  const lead = async (at: string, commentId?: string) => {
    await show({ part: isNarrow() ? 'text' : part, compare: undefined })
    setLeadTo({ at, ...(commentId ? { commentId } : {}) })
  }
  const comment = async (at: string) => {
    await lead(at)
    setCommenting(at)
  }
  const step = (by: number) => {
    const index = current === undefined ? (by > 0 ? -1 : blocks.length) : blocks.indexOf(current)
    const next = blocks[Math.max(0, Math.min(blocks.length - 1, index + by))]
    if (next) void lead(next)
  }
  const openPlaces = new Set([
    ...findings.flatMap((finding) => findingPlace(finding, text) ?? []),
    ...threads.flatMap(({ first, place }) => (first.resolved ? [] : [place.at ?? 'whole'])),
  ])
  const nextOpen = () => {
    const all = order.filter((at) => openPlaces.has(at))
    const here = leadTo?.at ?? current
    const next = all.find((at) => here !== undefined && order.indexOf(at) > order.indexOf(here)) ?? all[0]
    if (next) void lead(next)
  }
  const submit = () => {
    if (!may.includes('submit')) return setDialog('submit')
    if (change.isPending) return
    const command = { submitWorkProduct: { workProductId: product.id, version } }
    const run = () =>
      ends.send(command, (seen) => portico().workProducts.submit(caseId, product.id, version, { ends: seen }))
    change.mutate(
      { done: words.actions.submitted, run },
      {
        onError: (error) => {
          if (error instanceof Unconfirmed) setDialog('submit')
        },
      },
    )
  }
  const release = () =>
    change.isPending ||
    change.mutate({
      done: words.actions.released,
      run: () => portico().workProducts.release(caseId, product.id),
    })

  const on = (name: Offered, shortcut: Shortcut) => (isOffered(name) ? [shortcut] : [])
  useShortcuts(words.screen, [
    { keys: ['j'], name: words.keys.next, run: () => step(1), repeats: true },
    { keys: ['k'], name: words.keys.previous, run: () => step(-1), repeats: true },
    { keys: ['n'], name: words.keys.open, run: nextOpen },
    ...on('comment', { keys: ['c'], name: words.keys.comment, run: () => void comment(current ?? 'whole') }),
    ...on('submit', { keys: ['s'], name: words.actions.submit, run: submit }),
    ...on('sign', { keys: ['s'], name: words.keys.sign, run: () => setDialog('sign') }),
    ...on('return', { keys: ['x'], name: words.keys.return, run: () => setDialog('return') }),
    { keys: ['1'], name: words.keys.check, run: () => void show({ part: 'check' }) },
    { keys: ['2'], name: words.keys.comments, run: () => void show({ part: 'comments' }) },
    { keys: ['3'], name: words.keys.versions, run: () => void show({ part: 'versions' }) },
    { keys: ['p'], name: words.keys.pdf, run: () => void show({ part: 'pdf' }) },
    {
      keys: ['r'],
      name: words.keys.read,
      run: () => void navigate({ to: '/cases/$caseId/read', params: { caseId } }),
    },
  ])

  const open = threads.filter(({ first }) => !first.resolved).length
  const [older, newer] = (compare ?? '').split('-').map(Number)
  const isCompared = Number.isInteger(older) && Number.isInteger(newer) && compare !== ''
  const counts = { check: findings.length, comments: open }

  return (
    <div className="writing" ref={desk}>
      <header className="screen-head">
        <h1>
          {of ? (
            <Link to="/cases/$caseId" params={{ caseId }} activeOptions={{ exact: true }} title={words.case}>
              {fileName(of.veteran)}
            </Link>
          ) : (
            product.title
          )}
        </h1>
        <span className="soft number">{of?.docketNumber}</span>
        <span className={`badge ${status}`}>{words.status[status]}</span>
        <Standing product={product} />
        <WrittenElsewhere in={product.writtenIn} />
        <span className="right">
          {may.includes('discard') ? (
            <Button onClick={() => setDialog('discard')}>{words.actions.discard}</Button>
          ) : null}
          {may.includes('recall') ? (
            <Button onClick={() => setDialog('recall')}>{words.actions.recall}</Button>
          ) : null}
          <Link className="button" to="/cases/$caseId/read" params={{ caseId }}>
            {words.reader}
          </Link>
          {isOffered('return') ? (
            <Button shortcut="x" onClick={() => setDialog('return')}>
              {words.actions.return}
            </Button>
          ) : null}
          {isOffered('submit') ? (
            <Button kind="solid" shortcut="s" aria-disabled={change.isPending} onClick={submit}>
              {may.includes('submit') ? words.actions.submit : words.actions.submitForOther}
            </Button>
          ) : null}
          {may.includes('release') ? (
            <Button kind="solid" aria-disabled={change.isPending} onClick={release}>
              {words.actions.release}
            </Button>
          ) : null}
          {isOffered('sign') ? (
            <Button
              kind="solid"
              shortcut="s"
              title={blockers > 0 ? words.actions.cannotSign(blockers) : undefined}
              onClick={() => setDialog('sign')}
            >
              {may.includes('sign') ? words.actions.sign : words.actions.signForOther}
            </Button>
          ) : null}
        </span>
      </header>
      <Returned product={product} />
      <div className={`write-body ${side}`} data-part={part ?? 'text'}>
        {isCompared ? (
          <Comparison
            caseId={caseId}
            workProductId={product.id}
            older={older as number}
            newer={newer as number}
            profile={profile}
            onBack={() => void show({ compare: undefined })}
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
            current={current}
            onCurrent={setCurrent}
            commenting={commenting}
            onComment={setCommenting}
          />
        )}
        <Tabs
          parts={parts}
          open={part ?? 'text'}
          side={side}
          counts={counts}
          onOpen={(next) => void show({ part: next })}
        >
          {side === 'outcome' && signed ? (
            <Outcome caseId={caseId} product={product} signed={signed} />
          ) : null}
          {side === 'check' ? (
            signed || !isWritten ? (
              <FindingList
                caseId={caseId}
                findings={findings}
                decided={text}
                profile={profile}
                isSigned
                onLead={(at) => void lead(at)}
              />
            ) : (
              <Answer query={checks} skeleton={<p className="soft">{words.findings.checking}</p>}>
                {() => (
                  <>
                    <WhoMay product={product} />
                    <SentBackBefore caseId={caseId} />
                    <FindingList
                      caseId={caseId}
                      findings={findings}
                      decided={text}
                      profile={profile}
                      isSigned={false}
                      onLead={(at) => void lead(at)}
                    />
                  </>
                )}
              </Answer>
            )
          ) : null}
          {side === 'comments' ? (
            <Answer query={comments}>
              {() => (
                <CommentList
                  product={product}
                  threads={threads}
                  order={order}
                  mayComment={mayComment}
                  onLead={(at, id) => void lead(at, id)}
                  onComment={(at) => void comment(at)}
                />
              )}
            </Answer>
          ) : null}
          {side === 'versions' ? (
            <VersionList
              caseId={caseId}
              product={product}
              onCompare={(one, other) =>
                void show({ compare: `${one}-${other}`, part: isNarrow() ? 'text' : 'versions' })
              }
            />
          ) : null}
          {side === 'pdf' ? <PdfPart caseId={caseId} product={product} preview={preview} /> : null}
        </Tabs>
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
        <span>{words.version(version)}</span>
        <span>{words.counts(wordCount(text), text.citations.length)}</span>
        {isWritten && checks.data ? (
          <span className={blockers > 0 ? 'problem' : ''}>
            {[words.findings.blockers(blockers), words.findings.warnings(warnings)].join(' · ')}
          </span>
        ) : null}
      </StatusBar>
      {signing ? (
        <SignDialog
          caseId={caseId}
          product={product}
          {...signing}
          onClose={() => setDialog(undefined)}
          onSigned={() => {
            setSignedHere(true)
            showOutcome()
          }}
        />
      ) : null}
      {shownDialog && shownDialog !== 'sign' ? (
        <ReasonDialog
          caseId={caseId}
          product={product}
          kind={shownDialog}
          shown={shownDialog === 'submit' ? ending : undefined}
          onClose={() => {
            ends.forget()
            setDialog(undefined)
          }}
        />
      ) : null}
    </div>
  )
}

/** Who did last what made it what it is. */
function Standing({ product }: { product: WorkProduct }) {
  const { status, saved, submitted = saved, signed = saved, released = saved } = product
  const { recalled = saved, discarded = saved } = product
  const written = product.changed ?? saved
  const last = {
    draft: written,
    inReview: product.changed ?? submitted,
    signed,
    released,
    recalled,
    discarded,
  }[status]
  const name = useNameOf(last.by.name)
  const holder = useHolderName(product.actions.heldBy)
  const at = moment(last.at)
  return (
    <span className="soft standing">
      {status === 'released'
        ? words.standing.released(at)
        : words.standing[product.changed ? 'changed' : status](name, at)}
      {holder ? ` · ${words.holder.with(holder)}` : ''}
    </span>
  )
}

/** Who writes in another editor, and in which. */
function WrittenElsewhere({ in: editor }: { in: WorkProduct['writtenIn'] }) {
  const name = useHolderName(editor?.by ?? null)
  if (!editor || !name) return null
  const { binding, since, changedAt } = editor
  return (
    <span className="soft standing" role="status">
      {words.writtenIn(name, binding, moment(since), changedAt && moment(changedAt))}
    </span>
  )
}

/** Who goes on with it, for those who do not. */
function WhoMay({ product }: { product: WorkProduct }) {
  const { status, actions } = product
  const holder = useHolderName(actions.heldBy)
  const step = status === 'inReview' ? 'sign' : 'submit'
  if ((status !== 'draft' && status !== 'inReview') || actions.may.includes(step)) return null
  if (actions.override.includes(step))
    return <p className="held">{override.holds(holder ?? override.somebody)}</p>
  if (!holder) return status === 'inReview' ? <p className="held">{words.holder.nobody}</p> : null
  return <p className="held">{words.holder[status](holder)}</p>
}

/** Why it came back, until it is submitted again. */
function Returned({ product: { status, returned, recalled, discarded } }: { product: WorkProduct }) {
  const name = useNameOf(returned?.by.name ?? '')
  const why = recalled?.why ?? discarded?.why
  if (why) return <p className="write-notice">{why}</p>
  if (status !== 'draft' || !returned) return null
  return (
    <div className="write-notice" role="status">
      <b>{words.returned(name, moment(returned.at))}</b>
      <ul>
        {returned.reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </div>
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
