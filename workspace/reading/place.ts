import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import type { Store } from '../data/store.ts'
import { afterPaint } from '../ui/after-paint.ts'
import type { CaseFile } from './file.ts'
import type { Target } from './reading.ts'

type Search = { q?: string | undefined; annotation?: string | undefined; zoom?: number | undefined }

/** Only when somebody has stopped at a page does it come into the address. */
const restMs = 300

/** The page of the file that the address names: itself, or as the first one of a document. */
export function useAskedPage(file: CaseFile | undefined): number | undefined {
  const { page, documentId } = useParams({ strict: false })
  const document = documentId === undefined ? undefined : file?.document(documentId)
  const asked = page === undefined ? document?.startPage : Number(page)
  return asked !== undefined && file?.indexOf(asked) !== undefined ? asked : undefined
}

/**
 * The place in the file and its address. Reading on replaces the address, so that the history does not fill with every
 * page; going somewhere adds to it, with the page one came from kept as it was left.
 */
export function usePlace({
  caseId,
  file,
  page,
  show,
  onMissing,
}: {
  caseId: string
  file: CaseFile | undefined
  page: Store<number>
  show: (target: Target) => void
  /** The address names what is not in the file: another page is shown until it is known where that is now. */
  onMissing: (what: 'page' | 'document', page: number) => void
}) {
  const navigate = useNavigate()
  const { page: pageInPath, documentId } = useParams({ strict: false })
  const wanted = useAskedPage(file)
  const search = useSearch({ from: '/frame/cases/$caseId/read' })
  const asked = pageInPath ?? documentId ?? ''
  /** The address that is already shown: written by reading on, or just gone to. */
  const shown = useRef<string | undefined>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const { history } = useRouter()
  /** Whoever leaves, or goes back, is not fetched again: the reader stays drawn until the next screen is loaded. */
  const isLeft = useCallback(() => {
    const [, inCase, at = ''] = addressInFile.exec(history.location.pathname) ?? []
    return inCase !== caseId || decodeURIComponent(at) !== shown.current
  }, [history, caseId])

  const write = useCallback(
    async (to: number, replace: boolean, change: (search: Search) => Search = (same) => same) => {
      if (isLeft()) return
      shown.current = String(to)
      await navigate({
        to: '/cases/$caseId/read/pages/$page',
        params: { caseId, page: String(to) },
        search: (before: Search) => clean(change(before)),
        replace,
        resetScroll: false,
      })
    },
    [navigate, caseId, isLeft],
  )

  const miss = useEffectEvent(onMissing)
  // The address leads: at first, by back and forward, and by links.
  useEffect(() => {
    if (!file || file.pageCount === 0 || shown.current === asked) return
    clearTimeout(timer.current)
    shown.current = asked
    const first = file.pageAt(0) ?? 1
    if (wanted === undefined && asked) miss(documentId ? 'document' : 'page', Number(pageInPath))
    const kept = file.indexOf(page.get()) === undefined ? first : page.get()
    show({ page: wanted ?? (asked ? first : kept) })
  }, [file, asked, wanted, documentId, pageInPath, show, page])

  const writePageRead = useEffectEvent(() => {
    if (String(page.get()) !== shown.current && file?.indexOf(page.get()) !== undefined)
      void write(page.get(), true)
  })
  useEffect(
    () =>
      page.subscribe(() => {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => writePageRead(), restMs)
      }),
    [page],
  )
  useEffect(() => () => clearTimeout(timer.current), [])

  const goTo = useCallback(
    async (target: Target, change?: Search) => {
      const from = page.get()
      const isElsewhere = from !== target.page
      show(target)
      clearTimeout(timer.current)
      // The address follows what is seen: all that changes with it is drawn a frame later than the page.
      await new Promise<void>(afterPaint)
      if (String(from) !== shown.current) await write(from, true)
      await write(target.page, !isElsewhere && !changes(search, change), (before) => ({
        ...before,
        annotation: undefined,
        ...change,
      }))
    },
    [page, write, show, search],
  )

  /** Goes where the address should have led, in its place: back leads to what was before it. */
  const lead = useCallback(
    (target: Target) => {
      show(target)
      clearTimeout(timer.current)
      void write(target.page, true)
    },
    [show, write],
  )

  const setSearch = useCallback(
    (change: Search, { replace = false } = {}) => {
      clearTimeout(timer.current)
      return write(page.get(), replace, (before) => ({ ...before, ...change }))
    },
    [write, page],
  )

  return { search: search as Search, goTo, lead, setSearch }
}

const addressInFile = /\/cases\/([^/]+)\/read(?:\/(?:pages|documents)\/([^/]+))?\/?$/

const changes = (search: Search, change: Search = {}) =>
  Object.entries(change).some(([name, value]) => search[name as keyof Search] !== value)

const clean = (search: Search) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined && value !== ''))
