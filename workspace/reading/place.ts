import { useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useEffectEvent, useRef } from 'react'
import type { Store } from '../data/store.ts'
import { afterPaint } from '../ui/after-paint.ts'
import type { CaseFile } from './file.ts'
import type { Target } from './reading.ts'

type Search = { q?: string | undefined; annotation?: string | undefined; zoom?: number | undefined }

/** A page comes into the address only when the reader has stopped there. */
const restMs = 300

/** The page that the address names, or the first page of the document that it names. */
export function useAskedPage(file: CaseFile | undefined): number | undefined {
  const { page, documentId } = useParams({ strict: false })
  const document = documentId === undefined ? undefined : file?.document(documentId)
  const asked = page === undefined ? document?.startPage : Number(page)
  return asked !== undefined && file?.indexOf(asked) !== undefined ? asked : undefined
}

/**
 * The place in the file and its address. Reading on replaces the address, so that the history does not fill with every
 * page. Going somewhere adds an entry, and updates the one before it to the page that was left.
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
  /** The address names a page or document that is not in the file. Another page is shown until its place is known. */
  onMissing: (what: 'page' | 'document', page: number) => void
}) {
  const navigate = useNavigate()
  const { page: pageInPath, documentId } = useParams({ strict: false })
  const wanted = useAskedPage(file)
  const search = useSearch({ from: '/frame/cases/$caseId/read' })
  const asked = pageInPath ?? documentId ?? ''
  /** The address of what is shown. */
  const shown = useRef<string | undefined>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const { history } = useRouter()
  /** The reader stays drawn until the next screen is loaded, but must not write its address over that one. */
  const isLeft = useCallback(() => {
    const [, inCase, place = ''] = addressInFile.exec(history.location.pathname) ?? []
    return inCase !== caseId || decodeURIComponent(place) !== shown.current
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
  // At first, and after back, forward and links.
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
      // The page is painted first: what follows the address is drawn a frame later.
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

  /** Replaces the address by one that leads to the right place. */
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
