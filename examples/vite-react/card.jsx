import { isLater } from 'countersign/card';
import { useEffect, useRef } from 'react';
import { functions } from './sandbox.js';

/** Asks over the page as long as it is mounted. `refused`: the error with which the last answer was not taken, if it was not. */
export function Card({ pending, refused, decide, later }) {
  const card = useRef(null);
  useEffect(() => {
    const gone = new AbortController();
    const asked = card.current.ask(pending, { modal: true, signal: gone.signal, functions, refused });
    asked.then(decisions => {
      if (gone.signal.aborted) return;
      if (isLater(decisions)) later(pending);
      else decide(decisions);
    });
    return () => gone.abort();
  }, [pending, refused, decide, later]);
  return <countersign-card ref={card} />;
}
