import { type RefObject, useLayoutEffect } from 'react'

/**
 * A dialog of the browser is open as long as it is drawn. It is closed before it leaves the page: from one that has left,
 * the browser does not give the focus back. Where nothing has opened it, as after a reload, the screen gets it.
 */
export function useModal(dialog: RefObject<HTMLDialogElement | null>) {
  useLayoutEffect(() => {
    const shown = dialog.current
    if (shown && !shown.open) shown.showModal()
    return () => {
      shown?.close()
      const { activeElement } = document
      if (activeElement === document.body || shown?.contains(activeElement))
        document.getElementById('screen')?.focus({ preventScroll: true })
    }
  }, [dialog])
}
