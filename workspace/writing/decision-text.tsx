import type { NewComment, PackageDisposition, Profile, WorkProduct } from '@portico/sdk'
import { useNavigate } from '@tanstack/react-router'
import { MessageSquarePlus } from 'lucide-react'
import { type FocusEvent, type MouseEvent, type ReactNode, useMemo, useRef } from 'react'
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
  sectionKey,
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
  const { sections, citations, dispositions } = decided
  const navigate = useNavigate()
  const text = useRef<HTMLElement>(null)
  useStackedNotes(text)
  const chips: Chips = useMemo(
    () => ({
      caseId,
      cited: new Map(citations.map((one) => [one.number, one])),
      footnotes: new Map(footnotesIn(sections).map((footnote, index) => [footnote, index + 1])),
      faults: new Map(
        findings.flatMap(({ anchor, isBlocker, sentence }) => {
          const number = anchor && citations.find((one) => isSameAnchor(one.anchor, anchor))?.number
          return number === undefined ? [] : [[number, { isBlocker, sentence }] as const]
        }),
      ),
    }),
    [caseId, citations, findings, sections],
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
      {sections.map((section) => {
        const key = sectionKey(section)
        const place = section.issueId === undefined ? 0 : issueIds.indexOf(section.issueId) + 1
        const name = section.part === 'issue' ? words.section.issue(place) : words.section[section.part]
        const disposition = dispositions.find(({ issueId }) => issueId === section.issueId)
        const on: NewComment['place'] = {
          part: section.part,
          ...(section.issueId === undefined ? {} : { issueId: section.issueId }),
        }
        if (section.part !== 'issue' && section.content.length === 0) return null
        return (
          <section key={key} aria-label={section.heading ?? name}>
            {section.part === 'issue' ? (
              <Notes
                at={key}
                shown={shown}
                findings={placed(key)}
                issue={{ place, title: section.heading ?? '' }}
                on={{ place: on }}
                label={words.comments.addTo(name)}
              >
                <h3 className="issue-title">
                  <span className="number">{place}.</span> <bdi>{section.heading}</bdi>{' '}
                  {disposition ? (
                    <span className="badge decided">{disposition.disposition.label}</span>
                  ) : (
                    <span className="badge open">{words.undecided}</span>
                  )}
                </h3>
              </Notes>
            ) : null}
            {section.part === 'issue' && section.content.length === 0 ? (
              <p className="faint none">{words.emptySection}</p>
            ) : null}
            {section.content.map((block, index) => {
              const at = `${key}.${index}`
              return (
                <Notes
                  key={at}
                  at={at}
                  shown={shown}
                  findings={placed(at)}
                  on={{ place: { ...on, block: index } }}
                  label={words.comments.addTo(words.comments.paragraph(index + 1, section.heading ?? name))}
                  isBlock
                  isCurrent={current === at}
                >
                  {block.type === 'boilerplate' ? (
                    <span className="label faint" title={words.boilerplate}>
                      {labelIn(profile?.boilerplate, block.entryId)}
                    </span>
                  ) : null}
                  <BlockText block={block} chips={chips} below={section.part === 'issue' ? 3 : 2} />
                </Notes>
              )
            })}
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
