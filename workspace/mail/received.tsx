import type { Piece, PieceToWork } from '@portico/sdk'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Paperclip } from 'lucide-react'
import { useMemo, useRef } from 'react'
import { useOpenAfterReload } from '../data/draft.ts'
import { pieceQuery, piecesQuery } from '../data/mail.ts'
import { useProfile } from '../data/profile.ts'
import { portico } from '../data/session.ts'
import { type MailSearch, mailSearch } from '../frame/search-params.ts'
import { Answer } from '../ui/answer.tsx'
import { Button } from '../ui/button.tsx'
import { type Column, DataTable } from '../ui/data-table.tsx'
import { age, calendarDay, hoursUntil, moment } from '../ui/dates.ts'
import { FilterByOne } from '../ui/filter-menu.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { Skeleton, State } from '../ui/states.tsx'
import { StatusBar } from '../ui/status-bar.tsx'
import { toast } from '../ui/toasts.tsx'
import { words as lists } from '../words/lists.ts'
import { words } from '../words/mail.ts'
import { BoxList } from './box-list.tsx'
import { type Box, isNewestFirst, type ReceivedBox } from './boxes.ts'
import { PieceView } from './piece-view.tsx'
import { isOpenPiece, PieceWork } from './piece-work.tsx'
import { SettleForm, type Settlement } from './settle-form.tsx'

const channels = Object.entries(words.channel).map(([name, label]) => ({ name, label }))

/** A box of received mail: the list, the piece itself, and what is to be decided about it. */
export function Received({ box, boxes }: { box: ReceivedBox; boxes: readonly Box[] }) {
  const search = useSearch({ from: '/frame/mail' })
  const navigate = useNavigate()
  const profile = useProfile()
  const field = useRef<HTMLInputElement>(null)
  const read = {
    status: box,
    ...(isNewestFirst(box) ? { newest: true } : {}),
    ...(search.channel ? { channel: search.channel } : {}),
    ...(search.text ? { text: search.text } : {}),
  }
  const found = useInfiniteQuery({ ...piecesQuery(read), placeholderData: keepPreviousData })
  const pieces = useMemo(() => found.data?.pages.flatMap((page) => page.pieces) ?? [], [found.data])
  // A piece that its address names is shown also where the list has it no longer.
  const currentId = search.piece ?? pieces[0]?.id
  const chosen = useQuery({ ...pieceQuery(currentId ?? ''), enabled: currentId !== undefined })
  const [settlement, setSettlement] = useOpenAfterReload<Settlement>(`mail.${currentId}`)
  const isFiltered = Boolean(search.channel || search.text)

  const change = (changes: Partial<MailSearch>) =>
    void navigate({ to: '/mail', search: (before) => mailSearch({ ...before, ...changes }), replace: true })
  const at = pieces.findIndex(({ id }) => id === currentId)
  const show = (piece: Piece | undefined) => piece && change({ piece: piece.id })
  const step = (by: number) => show(pieces[Math.max(0, at + by)])
  const work = chosen.data
  const isOpen = work !== undefined && isOpenPiece(work.piece)
  const settle = (kind: 'match' | 'drop' | 'reject') => {
    if (!work || !isOpen || (kind === 'drop' && work.duplicates.length === 0)) return
    setSettlement({ kind })
  }
  const fileOn = (digit: number) => {
    const { caseId: id, docketNumber = '' } = work?.candidates[digit - 1] ?? {}
    if (isOpen && id) setSettlement({ kind: 'match', on: { id, docketNumber } })
  }

  function settled(kind: Settlement['kind'], docketNumber: string) {
    const { id } = work?.piece ?? {}
    // The one that moves up is next.
    const next = pieces.filter((piece) => piece.id !== id)[Math.min(Math.max(0, at), pieces.length - 2)]
    setSettlement(undefined)
    change({ piece: next?.id })
    if (!id) return
    if (kind === 'reject')
      toast(words.done.reject, { action: { label: words.done.undo, run: () => void undo(id) } })
    else if (kind === 'match') toast(words.done.match(docketNumber))
    else toast(words.done[kind])
  }

  async function undo(id: string) {
    try {
      await portico().mail.reopen(id, words.done.undone)
      await navigate({ to: '/mail', search: { piece: id } })
      await found.refetch()
      toast(words.done.reopen)
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error), { isBad: true })
    }
  }

  useShortcuts(words.title, [
    { keys: ['j'], name: words.keys.next, run: () => step(1), repeats: true },
    { keys: ['k'], name: words.keys.previous, run: () => step(-1), repeats: true },
    {
      keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
      name: words.keys.fileHere,
      run: ({ key }) => fileOn(Number(key) || 1),
    },
    { keys: ['m'], name: words.keys.other, run: () => settle('match') },
    { keys: ['d'], name: words.keys.duplicate, run: () => settle('drop') },
    { keys: ['n'], name: words.keys.reject, run: () => settle('reject') },
    {
      keys: ['u'],
      name: words.keys.reopen,
      run: () => work?.piece.status === 'rejected' && setSettlement({ kind: 'reopen' }),
    },
    {
      keys: ['c'],
      name: words.keys.openCase,
      run: () => {
        const caseId = work?.candidates[0]?.caseId ?? work?.piece.caseId
        if (caseId) void navigate({ to: '/cases/$caseId', params: { caseId } })
      },
    },
    { keys: ['f', '/'], name: words.keys.find, run: () => field.current?.focus() },
  ])

  return (
    <div className="mail-screen">
      <header className="screen-head">
        <h1>{words.title}</h1>
        <span className="soft" role="status">
          {found.data ? words.count(lists.count(pieces.length, !found.hasNextPage)) : ''}
          <span className="about"> · {words.about[box]}</span>
        </span>
        <span className="right">
          {isFiltered ? (
            <Button kind="plain" onClick={() => change({ channel: undefined, text: undefined })}>
              {lists.clearFilters}
            </Button>
          ) : null}
          <input
            ref={field}
            className="input find"
            type="search"
            aria-label={words.find}
            placeholder={words.find}
            defaultValue={search.text ?? ''}
            key={box}
            onChange={({ target }) => change({ text: target.value || undefined, piece: undefined })}
            onKeyDown={(event) => {
              if (event.key === 'Escape' || event.key === 'Enter') event.currentTarget.blur()
            }}
          />
        </span>
      </header>
      <div className="mail-body">
        <BoxList boxes={boxes} current={box} />
        <section className="pieces-pane" aria-label={words.boxes[box]}>
          <Answer query={found}>
            {() =>
              pieces.length === 0 && !isFiltered ? (
                <State title={words.empty[box].title}>{words.empty[box].text}</State>
              ) : (
                <DataTable<Piece>
                  label={words.boxes[box]}
                  columns={columnsOf(search, change)}
                  rows={pieces}
                  idOf={({ id }) => id}
                  currentId={currentId}
                  onCurrent={show}
                  onOpen={() => fileOn(1)}
                  rowHeight={54}
                  width={240}
                  hasMore={found.hasNextPage}
                  more={() => !found.isFetchingNextPage && void found.fetchNextPage()}
                  end={
                    pieces.length === 0
                      ? words.empty.filtered
                      : found.isFetchingNextPage
                        ? lists.more
                        : undefined
                  }
                />
              )
            }
          </Answer>
        </section>
        {currentId === undefined ? (
          <div className="piece-view" />
        ) : (
          <Answer query={chosen} skeleton={<PieceSkeleton />}>
            {(shown: PieceToWork) => (
              <>
                <PieceView key={shown.piece.id} piece={shown.piece} />
                <PieceWork work={shown} profile={profile} settle={setSettlement} />
              </>
            )}
          </Answer>
        )}
      </div>
      <StatusBar
        hints={[
          { keys: ['j', 'k'], name: lists.move },
          ...(isOpen && work.candidates.length > 0 ? [{ keys: ['1'], name: words.hints.decide }] : []),
          ...(isOpen ? [{ keys: ['m'], name: words.hints.other }] : []),
          ...(isOpen && work.duplicates.length > 0 ? [{ keys: ['d'], name: words.hints.duplicate }] : []),
          ...(isOpen ? [{ keys: ['n'], name: words.hints.reject }] : []),
          { keys: ['?'], name: lists.shortcuts },
        ]}
      >
        <span>{words.order[isNewestFirst(box) ? 'newest' : 'oldest']}</span>
      </StatusBar>
      {settlement && work ? (
        <SettleForm
          work={work}
          settlement={settlement}
          profile={profile}
          onClose={() => setSettlement(undefined)}
          onSettled={settled}
        />
      ) : null}
    </div>
  )
}

const PieceSkeleton = () => (
  <>
    <div className="piece-view">
      <Skeleton lines={14} />
    </div>
    <aside className="piece-work" aria-label={words.decide.label}>
      <Skeleton lines={7} />
    </aside>
  </>
)

function columnsOf(
  { channel }: MailSearch,
  change: (changes: Partial<MailSearch>) => void,
): readonly Column<Piece>[] {
  return [
    {
      id: 'from',
      name: words.columns.from,
      width: 'minmax(0, 1fr)',
      cell: ({ sender, subject, files }) => (
        <>
          <b>{sender?.name ?? sender?.address ?? words.noSender}</b>
          <small>{subject ?? files[0]?.name ?? words.noSubject}</small>
        </>
      ),
    },
    {
      id: 'received',
      name: words.columns.received,
      width: '104px',
      filter: (
        <FilterByOne
          column={words.byChannel}
          names={channels}
          chosen={channel}
          choose={(name) => change({ channel: name as MailSearch['channel'], piece: undefined })}
        />
      ),
      cell: ({ receivedAt, receiptDate, channel: by, files }) => (
        <>
          <time dateTime={receivedAt} title={moment(receivedAt)}>
            {hoursUntil(receivedAt) > -7 * 24 ? age(receivedAt) : calendarDay(receiptDate)}
          </time>
          <small>
            {words.channel[by]}
            {files.length > 0 ? <Paperclip aria-hidden="true" /> : null}
          </small>
        </>
      ),
    },
  ]
}
