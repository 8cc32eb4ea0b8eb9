import { useEffect, useState } from 'preact/hooks';
import { answerOf, api, doneOf } from '../../core/api.ts';
import { useCall } from '../../core/use-call.ts';
import { WORDS_OF_CHAT } from '../../core/words/chat.ts';
import { Fault } from '../../parts/fault.tsx';
import { Sure } from '../../parts/sure.tsx';

export default function BlockPlayer({ playerId }: { playerId: string }) {
  const [isBlocked, setBlocked] = useState<boolean | null>(null);
  const { run, refusal } = useCall();
  const words = WORDS_OF_CHAT;
  useEffect(() => {
    void run(() => answerOf(api.GET('/v1/me/blocks'))).then((found) => {
      if (found !== null) setBlocked(found.players.some(({ id }) => id === playerId));
    });
  }, [playerId]);
  const params = { path: { playerId } };
  const path = '/v1/me/blocks/{playerId}';
  const turn = async (blocks: boolean) => {
    const call = () => doneOf(blocks ? api.PUT(path, { params, body: {} }) : api.DELETE(path, { params }));
    if ((await run(call)) !== null) setBlocked(blocks);
  };
  return (
    <p>
      {isBlocked === true && (
        <>
          {words.avoided.isBlocked}{' '}
          <button type="button" onClick={() => void turn(false)}>
            {words.avoided.unblockPlayer}
          </button>
        </>
      )}
      {isBlocked === false && (
        <Sure label={words.avoided.blockPlayer} question={words.blockMeans} onSure={() => void turn(true)} />
      )}
      <Fault refusal={refusal} />
    </p>
  );
}
