//! What people say about secrets: what gives one away, and what only speaks of one.

use super::find;

#[track_caller]
fn all(texts: &[&str], gives_away: bool) {
    let wrong: Vec<_> = texts.iter().filter(|text| find(text).is_some() != gives_away).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_gives_a_secret_away_is_found() {
    all(GIVEN_AWAY, true);
}

#[test]
fn what_speaks_of_secrets_is_kept() {
    all(SPOKEN_OF, false);
}

#[test]
fn a_number_is_one_of_social_security_by_its_ranges() {
    for number in ["078-05-1120", "001-01-0001", "665-99-9999", "899-12-3456"] {
        all(&[number, &format!("My SSN is {number}"), &format!("({number})")], true);
        let (spaced, plain) = (number.replace('-', " "), number.replace('-', ""));
        all(&[&format!("social security number: {spaced}"), &format!("SSN {plain}.")], true);
        all(&[&spaced, &plain, &format!("x{number}"), &format!("{number}-7"), &format!("5-{number}")], false);
    }
    for number in
        ["000-12-3456", "666-12-3456", "900-12-3456", "123-00-4567", "123-45-0000", "123-45-67890", "1234-5-6789"]
    {
        all(&[number, &format!("My SSN is {number}")], false);
    }
}

const GIVEN_AWAY: &[&str] = &[
    "pass: hunter2",
    "pass=hunter2",
    "user bob, pass: s3cretstuff",
    "my pw is hunter2",
    "pw: kitten77",
    "pw hunter22",
    "The pw for the router is admin1234",
    "wifi pass: Blue42Bird",
    "Şifrem kedi99",
    "Şifrem: kedi99",
    "Wifi şifresi kedi1999",
    "Parolam deniz2020",
    "Moje hasło to kotek99",
    "Hasło: kotek99",
    "Moje hasło do banku to piesek12",
    "Mein Passwort ist katze99",
    "Das WLAN-Passwort lautet Katze99!",
    "Kennwort: katze99",
    "Mon mot de passe est chaton99",
    "mdp: chaton99",
    "Le mot de passe du wifi est chaton99",
    "Mi contraseña es gatito99",
    "La clave del wifi es gatito99",
    "Minha senha é gatinho99",
    "Palavra-passe: gatinho99",
    "La mia password è gattino99",
    "Parola mea este pisica99",
    "Mijn wachtwoord is poes99",
    "Mitt lösenord är katt99",
    "Lösenordet till wifi är katt99",
    "Min adgangskode er kat99",
    "Mit kodeord er mis99",
    "Passordet mitt er katt99",
    "Salasanani on kissa99",
    "Salasana: kissa99",
    "Moje heslo je kocka99",
    "Heslo: kocka99",
    "Moje geslo je muca99",
    "A jelszavam macska99",
    "A jelszó: macska99",
    "Мой пароль kotik99",
    "Мой пароль: kotik99",
    "Пароль от вайфая: котик99",
    "Моята парола е kote99",
    "Ο κωδικός μου είναι gata99",
    "הסיסמה שלי היא hatul99",
    "كلمة السر هي qitta99",
    "मेरा पासवर्ड billi99 है",
    "mật khẩu của tôi là meo99",
    "Kata sandi saya adalah kucing99",
    "รหัสผ่านคือ maew99",
    "我的密码是 mao12345",
    "パスワードはneko99です",
    "비밀번호는 goyangi99",
    "My SSN is 078-05-1120",
    "her social security number: 219 09 9999",
    "078-05-1120",
    "password is Tr0ub4dor&3",
    "the api key: 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "client_secret=550e8400-e29b-41d4-a716-446655440000",
];

const SPOKEN_OF: &[&str] = &[
    "The commit with the token fix is 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "token id 550e8400-e29b-41d4-a716-446655440000 expired",
    "The token 550e8400-e29b-41d4-a716-446655440000 was revoked",
    "token: 550e8400-e29b-41d4-a716-446655440000",
    "git show 9fceb02d0ae598e95dc970b74767f19372d61af8 fixes the token",
    "The secret is out: see commit 9fceb02d0ae598e95dc970b74767f19372d61af8.",
    "token refactor merged as 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "token cache key e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855 is the hash of nothing",
    "The API key checksum d41d8cd98f00b204e9800998ecf8427e did not match",
    "trace token request 4bf92f3577b34da6a3ce929d0e0e4736 failed",
    "the access key feature is issue 550e8400-e29b-41d4-a716-446655440000",
    "token image data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ",
    "secret picture: /9j/4AAQSkZJRgABAQEASABIAAD2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoH",
    "Secret Santa parcel, tracking number 1Z999AA10123456784",
    "My token order is ORD20240111AB99XYZ1, order A1B2C3D4E5F6G7H8I9",
    "the password is changed every month",
    "The password was changed yesterday",
    "pass me the salt",
    "Please pass the butter: it is on the left",
    "my pw was reset",
    "I forgot my pw again",
    "rent is £200 pw: bills included",
    "The flat is 250 pw b12 bus stops outside",
    "My boarding pass: BA2490",
    "My ski pass: A12345678 is in the drawer",
    "The Brenner pass: 1370 m high",
    "test pass: build1234",
    "All tests pass: 1234 of 1234",
    "We pass route66 on the way",
    "mountain pass is B4567 on the map",
    "secret: I love you",
    "The secret is that I love you",
    "token ring networks ran at 16Mbit",
    "ISBN 978-0-306-40615-7 is about token economies",
    "Call me on 555-12-34567",
    "Her phone is 415-555-2671",
    "Order 123-4567890-1234567 shipped",
    "Part 123-45-67 is missing",
    "The meeting is 2024-05-17",
    "social security pays me 1200 a month",
    "My social security number ends in 1120",
    "The SSN field takes nine digits",
    "Social security office: 555-123-4567",
    "Ich habe mein Passwort geändert.",
    "Mein Passwort ist zu kurz.",
    "Mon mot de passe est trop long",
    "Mi contraseña es muy débil",
    "Zapomniałem hasła",
    "Hasło to podstawa bezpieczeństwa",
    "Şifremi unuttum",
    "Şifrem çok zayıf",
    "Jag glömde mitt lösenord",
    "Lösenordet är fel",
    "Salasana on väärä",
    "Salasanani on unohtunut",
    "Zapomněl jsem heslo",
    "Heslo je špatné",
    "Elfelejtettem a jelszavam",
    "Я забыл пароль",
    "Пароль слишком короткий",
    "Ξέχασα τον κωδικό μου",
    "Ο κωδικός μου είναι λάθος",
    "שכחתי את הסיסמה שלי",
    "نسيت كلمة السر",
    "我的密码是什么",
    "La clave es la paciencia",
    "Una parola mia è legge",
    "parola chiave: amore",
    "Min kode er rød",
    "La senha é obrigatória",
    "I use a password manager and two keys",
    "The password field is 12 characters wide",
    "password reset in 24 hours",
    "pw = password, pm = post meridiem",
    "Passwords need 8 letters",
    "The pass rate is 87%",
    "The door code changes in 2025",
    "My pass expires on 2025-06-01",
];
