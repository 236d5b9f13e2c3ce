// The user's profile: masked facts, picture, level, invite code, verification, terms.
import { useRef, useState, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useMutation } from '@tanstack/react-query';
import { IconSettings } from '@tabler/icons-react';
import { Trans, useLingui } from '@lingui/react/macro';
import { MAX_UPLOAD, type UserInfo } from '@vitrine/contract';
import { Avatar, Button, NumCount, Pane, SkeletonRows, Tag, Time, WhyLine } from '@vitrine/ui';
import { ApiFault, NoAnswer, upload, useSession, useSend } from '../../api/index.ts';
import {
  CopyButton,
  PHOTO_TYPES,
  photoFault,
  type PhotoFault,
  sendingFault,
  usePhotoWords,
  Waiting,
} from '../../media/index.ts';
import { useTitle } from '../../page/index.ts';
import { useChanged, useSecurity } from './data.ts';
import { EntryList, KycState } from './menu.tsx';
import { PageHead } from './parts.tsx';
import { Refusal } from './words.tsx';
import style from './account-centre.module.css';

export function InfoPage({ onSettings }: { readonly onSettings: () => void }) {
  const { t } = useLingui();
  const { user } = useSession();
  useTitle(t({ message: 'Account', comment: 'Menu entry' }));
  return (
    <>
      <PageHead name="info" back="none" title={<Trans comment="Menu entry">Account</Trans>} />
      <Pane padded>{user ? <Me user={user} /> : <SkeletonRows rows={2} />}</Pane>
      {user ? <EntryList user={user} /> : null}
      <Pane
        title={<Trans comment="Heading: the facts of one's account">You</Trans>}
        aside={
          <Button size="small" onClick={onSettings}>
            <IconSettings className="v-i-14" stroke={1.75} aria-hidden="true" />
            <Trans>Language, theme, time zone</Trans>
          </Button>
        }
        padded
      >
        {user ? <Facts user={user} /> : <SkeletonRows />}
      </Pane>
    </>
  );
}

/** Picture and name. The exchange re-encodes the picture; without one the standard picture is shown. */
function Me({ user }: { readonly user: UserInfo }) {
  const changed = useChanged();
  const picker = useRef<HTMLInputElement>(null);
  const words = usePhotoWords();
  const [bad, setBad] = useState<PhotoFault>();
  const [waits, setWaits] = useState(false);
  const { data: security } = useSecurity();
  const name = security?.loginName ?? user.email ?? user.phone ?? user.id;
  const sendOnce = useSend();
  const change = useMutation({
    mutationFn: async (file: File | undefined) => {
      const watched = { onProgress: () => setWaits(false), onWaiting: () => setWaits(true) };
      const link = file === undefined ? undefined : (await upload(file, 'avatar', watched)).link;
      await sendOnce('user.avatar', link === undefined ? {} : { link });
      await changed();
    },
    onError: (error) => {
      const fault = error instanceof ApiFault || error instanceof NoAnswer ? sendingFault(error) : error;
      if (!(fault instanceof Error)) setBad(fault);
    },
    onSettled: () => setWaits(false),
  });
  const megabytes = MAX_UPLOAD / 1_048_576;
  const { userId } = user.user;
  return (
    <div className={style['me']}>
      <span className={style['avatar']}>
        <Avatar id={user.user.userId} picture={user.avatar} />
      </span>
      <div className="v-grow">
        <div className={style['meName']}>{name}</div>
        <div className="v-row v-wrap v-ink-3">
          <span>
            <Trans comment="Number of a user">
              User ID <span className="v-num">{userId}</span>
            </Trans>
          </span>
          {user.vip > 0 ? <Tag tone="accent">{`VIP ${user.vip}`}</Tag> : null}
        </div>
      </div>
      <div className={style['meEnd']}>
        <div className={style['actions']}>
          <input
            ref={picker}
            type="file"
            hidden
            accept={PHOTO_TYPES.join(',')}
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              event.currentTarget.value = '';
              if (!file) return;
              const fault = photoFault(file);
              setBad(fault);
              if (fault === undefined) change.mutate(file);
            }}
          />
          <Button
            size="small"
            busy={change.isPending}
            data-testid="avatar-choose"
            onClick={() => picker.current?.click()}
          >
            <Trans comment="Button: choose one's own picture">Choose a picture</Trans>
          </Button>
          {user.avatar === null ? null : (
            <Button
              size="small"
              tone="quiet"
              busy={change.isPending}
              data-testid="avatar-standard"
              onClick={() => change.mutate(undefined)}
            >
              <Trans comment="Button: the standard picture instead of one's own">Standard picture</Trans>
            </Button>
          )}
        </div>
        <WhyLine need={bad !== undefined}>
          {waits ? (
            <Waiting />
          ) : bad === undefined ? (
            <Trans>JPEG, PNG or WebP, up to {megabytes} MB</Trans>
          ) : (
            words(bad)
          )}
        </WhyLine>
        <Refusal error={bad === undefined ? change.error : null} />
      </div>
    </div>
  );
}

function Facts({ user }: { readonly user: UserInfo }) {
  const security = useSecurity();
  const terms = security.data?.terms;
  const facts: readonly { readonly key: string; readonly label: ReactNode; readonly value: ReactNode }[] = [
    { key: 'login', label: <Trans comment="Field">User name</Trans>, value: security.data?.loginName ?? '–' },
    { key: 'email', label: <Trans>E-mail</Trans>, value: user.email ?? <Missing to="email" /> },
    { key: 'phone', label: <Trans>Phone</Trans>, value: user.phone ?? <Missing to="phone" /> },
    {
      key: 'level',
      label: <Trans comment="Fee level of a user">Level</Trans>,
      value: user.vip === 0 ? <Trans comment="Fee level">Normal</Trans> : <Tag tone="accent">{`VIP ${user.vip}`}</Tag>,
    },
    { key: 'credit', label: <Trans>Credit score</Trans>, value: <NumCount value={user.creditScore} /> },
    {
      key: 'kyc',
      label: <Trans>Identity verification</Trans>,
      value: (
        <Link to="/account/center/kyc" className="v-link">
          <KycState user={user} />
        </Link>
      ),
    },
    {
      key: 'invite',
      label: <Trans>Invite code</Trans>,
      value: (
        <span className="v-row v-wrap">
          <span className="v-num v-strong">{user.inviteCode}</span>
          <CopyButton text={user.inviteCode} />
        </span>
      ),
    },
    {
      key: 'terms',
      label: <Trans>Terms of service</Trans>,
      value: terms ? (
        <Trans comment="The version of the terms that was agreed to, and when">
          Version {{ version: terms.accepted }}, agreed to <Time at={terms.time} as="full" />
        </Trans>
      ) : (
        '–'
      ),
    },
  ];
  return (
    <dl className={style['facts']}>
      {facts.flatMap((fact) => [<dt key={`${fact.key}-name`}>{fact.label}</dt>, <dd key={fact.key}>{fact.value}</dd>])}
    </dl>
  );
}

function Missing({ to }: { readonly to: 'email' | 'phone' }) {
  return (
    <span className="v-row v-wrap">
      <Trans comment="No e-mail address or phone is bound">Not bound</Trans>
      <Link
        to={to === 'email' ? '/account/center/security/setting/email' : '/account/center/security/setting/phone'}
        className="v-link"
      >
        <Trans comment="Link: bind an e-mail address or a phone">Bind</Trans>
      </Link>
    </span>
  );
}
