import type { LetterOfCase } from '@portico/sdk'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { CaseDocument } from '../cases/case-document.tsx'
import { LetterActions } from '../cases/letter-actions.tsx'
import { fileName, partyName } from '../cases/names.ts'
import { partiesQuery } from '../data/case.ts'
import { sentLettersQuery } from '../data/mail.ts'
import { labelIn, useProfile } from '../data/profile.ts'
import { caseDetail } from '../data/queries.ts'
import { Answer } from '../ui/answer.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { day } from '../ui/dates.ts'
import { useShortcuts } from '../ui/shortcuts.ts'
import { State } from '../ui/states.tsx'
import { StatusBar } from '../ui/status-bar.tsx'
import { words as lists } from '../words/lists.ts'
import { words } from '../words/mail.ts'
import { BoxList } from './box-list.tsx'
import type { Box, LetterBox } from './boxes.ts'

const text = words.letter

/** Letters of all cases: those to be mailed by hand, those with a receipt, those that failed. */
export function Letters({ box, boxes }: { box: LetterBox; boxes: readonly Box[] }) {
  const search = useSearch({ from: '/frame/mail' })
  const navigate = useNavigate()
  const profile = useProfile()
  const found = useInfiniteQuery(sentLettersQuery(box))
  const letters = useMemo(() => found.data?.pages.flatMap((page) => page.letters) ?? [], [found.data])
  const current = letters.find(({ letter }) => letter.id === search.letter) ?? letters[0]
  const show = (one: LetterOfCase | undefined) =>
    one && void navigate({ to: '/mail', search: { box, letter: one.letter.id }, replace: true })
  const open = (one = current) =>
    one && void navigate({ to: '/cases/$caseId', params: { caseId: one.caseId } })
  const step = (by: number) =>
    show(letters[Math.max(0, letters.findIndex(({ letter }) => letter.id === current?.letter.id) + by)])

  useShortcuts(words.title, [
    { keys: ['j'], name: words.keys.next, run: () => step(1), repeats: true },
    { keys: ['k'], name: words.keys.previous, run: () => step(-1), repeats: true },
    { keys: ['Enter', 'o', 'c'], name: words.decide.openCase, run: () => open() },
  ])

  const columns: readonly Column<LetterOfCase>[] = [
    {
      id: 'letter',
      name: words.columns.letter,
      width: 'minmax(0, 1fr)',
      cell: ({ letter }) => (
        <>
          <b className="two-lines">{letter.subject ?? labelIn(profile?.letters, letter.letter)}</b>
          <small>{letter.why ?? labelIn(profile?.letters, letter.letter)}</small>
        </>
      ),
    },
    {
      id: 'date',
      name: words.columns.date,
      width: '104px',
      cell: ({ letter }) => day(letter.sentAt ?? letter.composedAt ?? letter.owedAt),
    },
  ]

  return (
    <div className="mail-screen">
      <header className="screen-head">
        <h1>{words.title}</h1>
        <span className="soft" role="status">
          {found.data ? words.letterCount(lists.count(letters.length, !found.hasNextPage)) : ''}
          <span className="about"> · {words.about[box]}</span>
        </span>
      </header>
      <div className="mail-body">
        <BoxList boxes={boxes} current={box} />
        <section className="pieces-pane" aria-label={words.boxes[box]}>
          <Answer query={found}>
            {() =>
              letters.length === 0 ? (
                <State title={words.empty[box].title}>{words.empty[box].text}</State>
              ) : (
                <DataTable<LetterOfCase>
                  label={words.boxes[box]}
                  columns={columns}
                  rows={letters}
                  idOf={({ letter }) => letter.id}
                  currentId={current?.letter.id}
                  onCurrent={show}
                  onOpen={open}
                  rowHeight={66}
                  width={240}
                  hasMore={found.hasNextPage}
                  more={() => !found.isFetchingNextPage && void found.fetchNextPage()}
                />
              )
            }
          </Answer>
        </section>
        {current ? <LetterView key={current.letter.id} {...current} /> : <div className="piece-view" />}
      </div>
      <StatusBar
        hints={[
          { keys: ['j', 'k'], name: lists.move },
          { keys: ['Enter'], name: lists.open },
          { keys: ['?'], name: lists.shortcuts },
        ]}
      >
        <span>{words.order.oldest}</span>
      </StatusBar>
    </div>
  )
}

function LetterView({ caseId, letter }: LetterOfCase) {
  const { data } = useQuery(caseDetail(caseId))
  const parties = useQuery(partiesQuery(caseId)).data ?? []
  const to = parties.find(({ id }) => id === letter.partyId)
  const { documentId } = letter
  return (
    <>
      <section className="piece-view" aria-label={text.label}>
        {documentId ? (
          <>
            <div className="piece-files">
              <span className="name">{letter.subject}</span>
              <Link to="/cases/$caseId/read/documents/$documentId" params={{ caseId, documentId }}>
                {text.open}
              </Link>
            </div>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
            <div className="piece-pages" role="region" aria-label={text.label} tabIndex={0}>
              <CaseDocument caseId={caseId} documentId={documentId} name={letter.subject ?? text.label} />
            </div>
          </>
        ) : (
          <State title={text.none.title}>{letter.why ?? text.none.text}</State>
        )}
      </section>
      <aside className="piece-work" aria-label={words.decide.label}>
        <header>
          <h2>{to ? partyName(to) : letter.partyId}</h2>
          <p className="soft">{letter.subject}</p>
        </header>
        {letter.why ? <p className="why held">{letter.why}</p> : null}
        <dl className="facts">
          <dt>{words.facts.case}</dt>
          <dd>
            <Link to="/cases/$caseId" params={{ caseId }}>
              <span className="number">{data?.docketNumber ?? words.decide.openCase}</span>{' '}
              {data ? fileName(data.veteran) : ''}
            </Link>
          </dd>
          <dt>{text.owed}</dt>
          <dd>{day(letter.owedAt)}</dd>
          {letter.sentAt ? (
            <>
              <dt>{text.sent}</dt>
              <dd>{[day(letter.sentAt), letter.channel].filter(Boolean).join(' · ')}</dd>
            </>
          ) : null}
          {letter.tracking ? (
            <>
              <dt>{text.tracking}</dt>
              <dd>{letter.tracking}</dd>
            </>
          ) : null}
          {letter.destination ? (
            <>
              <dt>{words.facts.address}</dt>
              <dd>{letter.destination}</dd>
            </>
          ) : null}
        </dl>
        <div className="actions">
          <LetterActions caseId={caseId} letter={letter} />
        </div>
      </aside>
    </>
  )
}
