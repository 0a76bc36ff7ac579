import type { Profile, WorkProductContent } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { issuesQuery } from '../data/case.ts'
import { labelIn } from '../data/profile.ts'
import { versionQuery } from '../data/writing.ts'
import { Answer } from '../ui/answer.tsx'
import { Button } from '../ui/button.tsx'
import { words } from '../words/writing.ts'
import { type ComparedBlock, compareBlocks, isChanged } from './compare-words.ts'
import { plainText } from './places.ts'

const text = words.versions

/** Two versions, word by word. */
export function Comparison({
  caseId,
  workProductId,
  older,
  newer,
  profile,
  onBack,
}: {
  caseId: string
  workProductId: string
  older: number
  newer: number
  profile: Profile | undefined
  onBack: () => void
}) {
  const before = useQuery(versionQuery(caseId, workProductId, older))
  const after = useQuery(versionQuery(caseId, workProductId, newer))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
    <article className="decision-text comparison" aria-label={text.title(older, newer)} tabIndex={0}>
      <header>
        <h2>{text.title(older, newer)}</h2>
        <Button onClick={onBack}>{text.back}</Button>
      </header>
      <Answer query={before}>
        {(was) => (
          <Answer query={after}>
            {(now) => (
              <>
                {was.title === now.title ? null : (
                  <p className="soft">{text.changedTitle(was.title, now.title)}</p>
                )}
                <Compared caseId={caseId} was={was.content} now={now.content} profile={profile} />
              </>
            )}
          </Answer>
        )}
      </Answer>
    </article>
  )
}

function Compared({
  caseId,
  was,
  now,
  profile,
}: {
  caseId: string
  was: WorkProductContent
  now: WorkProductContent
  profile: Profile | undefined
}) {
  const issues = useQuery(issuesQuery(caseId)).data?.issues
  const sections = useMemo(() => {
    const nameOf = (entryId: string) => labelIn(profile?.boilerplate, entryId)
    const textsOf = (blocks: WorkProductContent['opening'] = []) =>
      blocks.map((block) => plainText(block, nameOf))
    const ids = [...new Set([...now.issues, ...was.issues].map(({ issueId }) => issueId))]
    const ofIssue = (content: WorkProductContent, id: string) =>
      content.issues.find(({ issueId }) => issueId === id)?.content
    return [
      { key: 'opening', blocks: compareBlocks(textsOf(was.opening), textsOf(now.opening)) },
      ...ids.map((id) => ({
        key: id,
        blocks: compareBlocks(textsOf(ofIssue(was, id)), textsOf(ofIssue(now, id))),
      })),
      { key: 'closing', blocks: compareBlocks(textsOf(was.closing), textsOf(now.closing)) },
    ].filter(({ blocks }) => blocks.length > 0)
  }, [was, now, profile])
  const count = sections.flatMap(({ blocks }) => blocks).filter(isChanged).length
  const headingOf = (key: string) => {
    if (key === 'opening' || key === 'closing') return words.section[key]
    const index = issues?.findIndex(({ id }) => id === key) ?? -1
    const issue = issues?.[index]
    return issue ? `${index + 1}. ${issue.description ?? labelIn(profile?.issueTypes, issue.issueType)}` : key
  }
  return (
    <>
      <p className="soft" role="status">
        {count === 0 ? text.swap : text.changes(count)}
      </p>
      {sections.map(({ key, blocks }) => (
        <section key={key}>
          <h3>{headingOf(key)}</h3>
          {blocks.map((block, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs are known by their place
            <Paragraph key={index} block={block} />
          ))}
        </section>
      ))}
    </>
  )
}

function Paragraph({ block }: { block: ComparedBlock }) {
  return (
    <p className={isChanged(block) ? 'changed' : 'soft'}>
      {block.map(({ kind, text: said }, index) => {
        const key = `${index}`
        if (kind === 'same') return <span key={key}>{said}</span>
        const Mark = kind === 'added' ? 'ins' : 'del'
        return (
          <Mark key={key}>
            <span className="hidden-visually">{text[kind]} </span>
            {said}
          </Mark>
        )
      })}
    </p>
  )
}
