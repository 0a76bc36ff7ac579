import type { NewComment, PackageDisposition, Profile, WorkProduct } from '@portico/sdk'
import { useNavigate } from '@tanstack/react-router'
import { MessageSquarePlus } from 'lucide-react'
import { type FocusEvent, Fragment, type MouseEvent, type ReactNode, useMemo, useRef } from 'react'
import { labelIn } from '../data/profile.ts'
import { IconButton } from '../ui/button.tsx'
import { State } from '../ui/states.tsx'
import { words } from '../words/writing.ts'
import { CiteCard } from './cite-card.tsx'
import { BlockText, type Chips, Footnotes } from './cited-text.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentThread } from './comment-thread.tsx'
import { FindingNote, type NamedIssue } from './finding-note.tsx'
import {
  type Decided,
  type FoundHere,
  findingPlace,
  footnotesIn,
  isSameAnchor,
  type LaidBlock,
  type LaidPart,
  laidOut,
} from './places.ts'
import { useStackedNotes } from './stacked-notes.ts'
import type { Thread } from './threads.ts'

type Shown = {
  caseId: string
  product: WorkProduct
  decided: Decided & { dispositions: readonly PackageDisposition[] }
  findings: readonly FoundHere[]
  threads: readonly Thread[]
  profile: Profile | undefined
  mayComment: boolean
  /** The paragraph that the keyboard is at. */
  current: string | undefined
  onCurrent: (at: string) => void
  /** Where a comment is being written. */
  commenting: string | undefined
  onComment: (at: string | undefined) => void
}

/** The text as it reads when signed; findings and comments stand beside what they are about. */
export function DecisionText(shown: Shown) {
  const { caseId, product, decided, findings, profile, current, onCurrent } = shown
  const { sections, layout, citations, dispositions } = decided
  const laid = useMemo(() => laidOut(sections, layout), [sections, layout])
  const navigate = useNavigate()
  const text = useRef<HTMLElement>(null)
  useStackedNotes(text)
  const chips: Chips = useMemo(
    () => ({
      caseId,
      cited: new Map(citations.map((one) => [one.number, one])),
      footnotes: new Map(footnotesIn(laid).map((footnote, index) => [footnote, index + 1])),
      faults: new Map(
        findings.flatMap(({ anchor, isBlocker, sentence }) => {
          const number = anchor && citations.find((one) => isSameAnchor(one.anchor, anchor))?.number
          return number === undefined ? [] : [[number, { isBlocker, sentence }] as const]
        }),
      ),
    }),
    [caseId, citations, findings, laid],
  )
  const open = (event: MouseEvent) => {
    const { jump } = (event.target as Element).closest<HTMLElement>('[data-jump]')?.dataset ?? {}
    if (jump !== undefined) {
      event.preventDefault()
      document.getElementById(jump)?.focus()
      return
    }
    const chip = (event.target as Element).closest<HTMLElement>('[data-cite]')
    if (!chip || event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    void navigate({
      to: '/cases/$caseId/read/pages/$page',
      params: { caseId, page: chip.dataset.pageNumber ?? '1' },
    })
  }
  const come = ({ target }: FocusEvent) => {
    const { block } = (target as Element).closest<HTMLElement>('[data-block]')?.dataset ?? {}
    if (block !== undefined) onCurrent(block)
  }
  const isEmpty = sections.every(({ content }) => content.length === 0)
  const issueIds = sections.flatMap(({ issueId }) => issueId ?? [])
  const placed = (at: string) => findings.filter((finding) => findingPlace(finding, decided) === at)
  const headingOf = (issueId: string) =>
    sections.find((section) => section.issueId === issueId)?.heading ?? ''
  const dispositionOf = (issueId: string) => dispositions.find((one) => one.issueId === issueId)

  const blocksOf = (blocks: readonly LaidBlock[], below: number) =>
    blocks.map(({ block, at, index, section, number, heading }) => {
      const { part, issueId } = section
      const place = issueId === undefined ? 0 : issueIds.indexOf(issueId) + 1
      const name = part === 'issue' ? words.section.issue(place) : words.section[part]
      // A colleague may have put another block before it meanwhile.
      const named = block.id === undefined ? { block: index } : { blockId: block.id }
      const on = { part, ...(issueId === undefined ? {} : { issueId }), ...named }
      return (
        <Fragment key={at}>
          {heading === undefined ? null : <h4>{heading}</h4>}
          <Notes
            at={at}
            shown={shown}
            findings={placed(at)}
            on={{ place: on }}
            label={words.comments.addTo(words.comments.paragraph(index + 1, section.heading ?? name))}
            isBlock
            isCurrent={current === at}
          >
            {block.type === 'boilerplate' ? (
              <span className="label faint" title={words.boilerplate}>
                {labelIn(profile?.boilerplate, block.entryId)}
              </span>
            ) : null}
            {number === undefined ? (
              <BlockText block={block} chips={chips} below={below} />
            ) : (
              <div className="numbered">
                <span className="number">{number}.</span>
                <div>
                  <BlockText block={block} chips={chips} below={below} />
                </div>
              </div>
            )}
          </Notes>
        </Fragment>
      )
    })

  const reasonsOf = ({ issueId, blocks }: LaidPart['issues'][number]) => {
    const place = issueIds.indexOf(issueId) + 1
    const name = words.section.issue(place)
    const heading = headingOf(issueId)
    const disposition = dispositionOf(issueId)
    const isEmpty = sections.some((section) => section.issueId === issueId && section.content.length === 0)
    return (
      <section key={issueId} aria-label={heading || name}>
        <Notes
          at={issueId}
          shown={shown}
          findings={placed(issueId)}
          issue={{ place, title: heading }}
          on={{ place: { part: 'issue', issueId } }}
          label={words.comments.addTo(name)}
        >
          <h3 className="issue-title">
            <span className="number">{place}.</span> <bdi>{heading}</bdi>{' '}
            {disposition ? (
              <span className="badge decided">{disposition.disposition.label}</span>
            ) : (
              <span className="badge open">{words.undecided}</span>
            )}
          </h3>
        </Notes>
        {isEmpty ? <p className="faint none">{words.emptySection}</p> : null}
        {blocksOf(blocks, 3)}
      </section>
    )
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the links inside take Enter by themselves
    <article
      ref={text}
      className="decision-text"
      aria-label={words.text}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
      tabIndex={0}
      onClick={open}
      onFocus={come}
    >
      <h2 className="document-title">{product.title}</h2>
      <Notes at="whole" shown={shown} findings={[]} on={{}} label={words.comments.whole}>
        {null}
      </Notes>
      {isEmpty ? <State title={words.empty.title}>{words.empty.text}</State> : null}
      {laid.map((part) => {
        const isWhole = part.kind === 'opening' || part.kind === 'closing'
        if (isWhole && part.blocks.length === 0) return null
        if (part.kind === 'reasons' && part.heading === undefined) return part.issues.map(reasonsOf)
        const name = isWhole ? words.section[part.kind as 'opening' | 'closing'] : part.heading
        return (
          <section key={part.kind + (part.part ?? part.heading ?? part.issues[0]?.issueId)} aria-label={name}>
            {part.heading === undefined ? null : <h3 className="part-title">{part.heading}</h3>}
            {blocksOf(part.blocks, isWhole ? 2 : 3)}
            {part.kind === 'issues' ? (
              <ol>
                {part.issues.map(({ issueId }) => (
                  <li key={issueId}>
                    <bdi>{headingOf(issueId)}</bdi>
                  </li>
                ))}
              </ol>
            ) : null}
            {part.kind === 'order'
              ? part.issues.map(({ issueId, blocks }) => (
                  <div key={issueId}>
                    <p>
                      <span className="number">{issueIds.indexOf(issueId) + 1}.</span>{' '}
                      <b>{dispositionOf(issueId)?.disposition.label ?? words.undecided}.</b>{' '}
                      <bdi>{headingOf(issueId)}</bdi>
                    </p>
                    {blocksOf(blocks, 3)}
                  </div>
                ))
              : null}
            {part.kind === 'reasons' ? part.issues.map(reasonsOf) : null}
          </section>
        )
      })}
      <Footnotes chips={chips} />
      <CiteCard text={text} chips={chips} />
    </article>
  )
}

/** A paragraph, and what stands beside it. */
function Notes({
  at,
  shown: { caseId, product, threads, profile, mayComment, commenting, onComment },
  findings,
  issue,
  on,
  label,
  isBlock = false,
  isCurrent = false,
  children,
}: {
  at: string
  shown: Shown
  findings: readonly FoundHere[]
  issue?: NamedIssue
  on: Pick<NewComment, 'place'>
  label: string
  isBlock?: boolean
  isCurrent?: boolean
  children: ReactNode
}) {
  const here = threads.filter(({ place }) => (place.at ?? 'whole') === at)
  const isCommenting = commenting === at && mayComment
  return (
    <div
      className={`beside ${isBlock ? 'block' : ''}`}
      data-place={at}
      data-block={isBlock ? at : undefined}
      aria-current={isCurrent || undefined}
      tabIndex={-1}
    >
      {children}
      {mayComment && !isCommenting && at !== 'whole' ? (
        <IconButton
          className="add-comment"
          name={label}
          icon={<MessageSquarePlus />}
          onClick={() => onComment(at)}
        />
      ) : null}
      {findings.length + here.length > 0 || isCommenting ? (
        <div className="notes">
          {findings.map((finding) => (
            <FindingNote
              key={finding.code + finding.sentence}
              caseId={caseId}
              finding={finding}
              issue={issue}
              profile={profile}
            />
          ))}
          {here.map((thread) => (
            <CommentThread
              key={thread.first.id}
              caseId={caseId}
              workProductId={product.id}
              version={product.version}
              thread={thread}
              mayComment={mayComment}
            />
          ))}
          {isCommenting ? (
            <CommentForm
              caseId={caseId}
              workProductId={product.id}
              on={on}
              label={label}
              onClose={() => onComment(undefined)}
            />
          ) : null}
        </div>
      ) : null}
    </div>
  )
}
