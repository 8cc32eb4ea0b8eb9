import type { Game } from '../core/api.ts';
import { momentOf } from '../core/moments.ts';
import { useAnalysisOffer } from '../core/open-day.ts';
import { WORDS } from '../core/words.ts';

export default function DayAnalysis({ game, href }: { game: Game; href: string }) {
  const offer = useAnalysisOffer(game);
  if (offer === null) return null;
  if (offer.can) return <a href={href}>{WORDS.table.analysis}</a>;
  return <small>{WORDS.table.analysisLater(momentOf(offer.until))}</small>;
}
